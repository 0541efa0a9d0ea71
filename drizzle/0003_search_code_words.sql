-- Every word that the site itself calls a code, in both languages, finds the car: "camionnette",
-- "polycarburant" and "transmission intégrale" were missing.
CREATE OR REPLACE FUNCTION search_code_words(list text, code text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select coalesce((string_to_array(case list
    when 'body_type' then 'suv vus,sedan berline,coupe,hatchback hayon voiture,truck pickup camion camionnette,minivan fourgonnette'
    when 'colour' then 'beige,black noir,blue bleu,brown brun,gold or dore,green vert,grey gray gris,maroon bordeaux,orange,pink rose,purple violet mauve,red rouge,silver argent,white blanc,yellow jaune'
    when 'fuel' then 'gasoline gas essence,diesel,hybrid hybride,plug in hybrid hybride rechargeable branchable phev,electric electrique ev ve,flex fuel polycarburant'
    when 'transmission' then 'automatic automatique,manual manuelle'
    when 'drive' then 'fwd front wheel drive traction avant,rwd rear wheel drive propulsion arriere,awd all wheel drive transmission integrale,4wd 4x4 four wheel drive quatre roues motrices'
  end, ','))[search_code(list, code)], '')
$$;--> statement-breakpoint
UPDATE listing SET state = state;
