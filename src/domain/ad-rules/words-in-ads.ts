// Patterns for the text of an ad, in both languages, which checks.ts matches against `readText`'s
// lower-case text. A pattern rather misses a wording than matches a wrong one, because some of them
// prevent an ad from going live.

/**
 * The letters and digits of both languages in `readText`'s output; all of `\p{L}` takes twice the
 * time.
 */
const IN_A_WORD = "a-z0-9ß-ÿœ";

/**
 * The pattern between word boundaries; `\b` does not work with accented letters. The match begins
 * with the character before the word (`readText` puts a space before the first word), because a
 * lookbehind at each letter takes half as long again.
 */
function words(pattern: string): RegExp {
  return new RegExp(`[^${IN_A_WORD}](?:${pattern})(?![${IN_A_WORD}])`, "u");
}

const AMOUNT = String.raw`\$ ?\d[\d ,.]{0,9}|\d[\d ,.]{0,9} ?\$`;
const DEALER_FEE =
  "(?:admin(?:istration)?|doc(?:ument(?:ation)?)?|dealer|freight|pdi|handling|omvic|amvic|processing|etching|prep(?:aration)?)";
const FRAIS =
  "frais (?:d'administration|de documentation|de dossier|de préparation|de transport|de livraison|du (?:concessionnaire|commerçant))";

export const FEES_ON_TOP = words(
  [
    `(?:plus|\\+) (?:an? )?(?:(?:${AMOUNT}) )?${DEALER_FEE} (?:fees?|charges?)`,
    `${DEALER_FEE} (?:fees?|charges?) (?:of (?:${AMOUNT}) )?(?:are |is )?(?:extra|not included|additional)`,
    `(?:plus|\\+) ${FRAIS}`,
    `${FRAIS} (?:de (?:${AMOUNT}) )?(?:en sus|en plus|non compris|non inclus|additionnels)`,
    "frais en sus",
  ].join("|"),
);

export const NO_ACCIDENT = words(
  "accident[- ]free|(?:no (?:reported )?accidents?|zero accidents?|sans accident|aucun accident)(?! (?:majeur|grave|de plus|over|above|since|depuis))|never (?:been )?in an accident|jamais (?:été )?accidentée?",
);
export const CLEAN_TITLE = words(
  "clean title|never (?:been )?written off|titre (?:clair|propre|vierge)|jamais (?:été )?(?:une )?perte totale",
);
export const ONE_OWNER = words(
  "(?:one|1|single)[- ]owner|(?:un seul|1 seul|1|unique) propriétaire|propriétaire unique",
);
export const NEW_CAR = words(
  "brand[- ]new (?:car|vehicle|truck|suv|van)|never (?:been )?(?:driven|registered)|(?:auto|voiture|camionnette|véhicule|camion|vus) flambant neu(?:f|ve)|jamais immatriculée?",
);

const EARLIER =
  "(?:ex|former(?:ly)?|previous(?:ly)?|prior)(?:[- ](?:an?|used as an?|leased as an?))?[- ]";
export const WAS_RENTAL = words(
  `${EARLIER}(?:daily[- ])?rental|rental return|(?:ancienn?e?|ex)[- ](?:(?:auto|voiture|véhicule) de )?location|retour de location (?:à court terme|quotidienne)`,
);
export const WAS_TAXI = words(
  `${EARLIER}(?:taxi|cab|limo(?:usine)?)|(?:ancienn?e?|ex)[- ](?:taxi|limousine)`,
);
export const WAS_POLICE = words(
  `${EARLIER}(?:police|emergency)(?: (?:car|vehicle|cruiser))?|(?:ancienn?e?|ex)[- ](?:(?:auto|voiture|véhicule) )?(?:de )?(?:police|patrouille)`,
);

export const AS_IS = words(
  "(?:sold|selling|sale|sells|buy|price|priced|offered) as[- ]is|as-is|as is,? where is|vendue? (?:tel(?:le)? quel(?:le)?|sans garantie légale)|tel(?:le)?[- ]quel(?:le)?",
);
/** The main part of the sentence that OMVIC requires beside the price of a car sold as is. */
export const AS_IS_STATEMENT =
  /not represented as being in (?:a )?road ?worthy condition|n'est pas (?:présenté|déclaré) comme (?:étant )?en état de rouler/u;
export const NOT_CERTIFIED = words("not certified|uncertified|non certifiée?");
export const NOT_DRIVABLE = words("not driv(?:e)?able|ne peut (?:pas )?être conduite?");
export const NOT_INSPECTED = words(
  "not inspected|uninspected|no inspection|non inspectée?|sans inspection",
);

const PERIOD =
  "(?:week(?:ly)?|wk|bi-?weekly|month(?:ly)?|mo|semaine|sem|2 semaines|2 sem|mois|aux deux semaines|par mois)";
export const PAYMENT = words(
  `(?:${AMOUNT}) ?(?:/|per |a |par |aux? |every |chaque |toutes les )? ?(?:two |deux )?${PERIOD}`,
);
export const RATE = words(
  String.raw`\d+(?:[.,]\d+)? ?% ?(?:apr|tap|interest|financing|o\.?a\.?c|d'intérêt|de financement)|(?:taux|rate|apr|tap)(?: (?:of|de|from|dès))? ?:? ?\d+(?:[.,]\d+)? ?%`,
);
export const NO_DOWN_PAYMENT = words(
  String.raw`\$? ?0 ?\$? (?:down|comptant|de comptant)|(?:no|zero) (?:money )?down|(?:aucun|sans) (?:comptant|mise de fonds|acompte)`,
);
export const APR = words("apr|annual percentage rate|tap|taux annuel en pourcentage");
export const TERM = words(String.raw`\d+ ?(?:-)?(?:months?|mois|mths?|years?|ans)`);
export const URGES_CREDIT = words(
  "everyone (?:is )?approved|(?:guaranteed|instant) approval|100 ?% (?:approved|approval)|no credit check|bad credit|buy now,? pay later|crédit (?:100 ?% )?(?:approuvé|accepté|garanti)|(?:2e|deuxième) chance au crédit|mauvais crédit|achetez maintenant,? payez plus tard",
);
export const FINANCE_PRICE = words(
  "financ(?:e|ed|ing) price|price (?:with|when|if) (?:you )?financ(?:e|ed|ing)|prix (?:avec|au|si) financ(?:ement|ée?)",
);
export const CASH_PRICE = words("cash price|prix (?:au )?comptant");

export const SPECIAL_DEDUCTION = words(
  "(?:price|priced) (?:is )?(?:after|with|includes?) (?:your |a |the )?(?:trade[- ]?in|rebate|loyalty|graduate|military)|(?:after|with) (?:trade[- ]?in|rebate)|(?:prix )?après (?:échange|remise|rabais)",
);
export const REFERENCE_PRICE = words(
  String.raw`was (?:${AMOUNT})|(?:reduced|marked down|down) from|(?:regular|list|original|retail) price|(?:prix )?réduit de|était (?:${AMOUNT})|prix (?:courant|régulier|de détail)`,
);
export const MARKET_PRICE = words(
  String.raw`(?:below|under) (?:market|black ?book|book value)|worth (?:${AMOUNT})|sous (?:le prix|la valeur) du marché|vaut (?:${AMOUNT})`,
);
export const SAVINGS = words(
  String.raw`save (?:up to )?(?:${AMOUNT})|you save|discounted|huge savings|économisez|rabais de`,
);
export const SUPERLATIVE = words(
  "(?:best|lowest|cheapest) (?:price|deal|car|value)s? (?:in|anywhere|around|on the market|guaranteed)|lowest price|unbeatable|can't be beat|(?:meilleur|plus bas) prix (?:au|du|en|garanti|à)|imbattable|le moins cher",
);
export const COMPARISON = words(
  "cheaper than|better than (?:any|every|all|other)|beats? (?:any|every)|moins chère? que|meilleure? que",
);
export const EXAGGERATION = words(
  "(?:perfect|mint|flawless|showroom) condition|flawless|like new|as new|comme neu(?:f|ve)|état (?:parfait|neuf)",
);
export const WARRANTY_CLAIM = words(
  "lifetime (?:warranty|guarantee)|(?:unconditional|100 ?%)(?:ly)? guaranteed?|guaranteed (?:for life|forever)|garantie? à vie|garantie inconditionnelle",
);
export const PERFORMANCE = words(
  String.raw`(?:best|unmatched|unbeatable) (?:fuel|gas) (?:economy|mileage)|(?:will|runs?) (?:last )?forever|never (?:breaks?|fails?)|bulletproof|increvable|\d+(?:[.,]\d+)? ?(?:l ?/ ?100 ?km|mpg)`,
);
export const ENVIRONMENT = words(
  "eco[- ]?friendly|environmentally friendly|zero[- ]emissions?|carbon[- ]neutral|écologique|zéro émission|carboneutre",
);
export const NOT_IN_STOCK = words(
  "in transit|coming soon|arriving soon|order yours|sur commande|bientôt (?:disponible|en stock)|arrive bientôt|en transit",
);
export const WHOLESALE = words(
  "grossiste|à l'encan|liquidation|saisie|retour (?:des|du) fabricants?|directement du fabricant|wholesale|(?:at )?auction|repossess(?:ed|ion)|factory direct",
);
export const COST_PRICE = words(
  "prix coûtant|at (?:our )?cost|below cost|dealer cost|invoice price|sous le coûtant",
);
/**
 * For an e-mail address, one letter before the @ is enough: otherwise each letter of a word would
 * be tried as a start.
 */
export const CONTACT = /(?<!\d)\d{3}[-. )]+\d{3}[-. ]\d{4}(?!\d)|[\w.]@[\w-]+\.\w{2,}/u;

/** "only 62,000 km", « seulement 62 000 km ». */
export const ONLY_KM = /(?:only|just|seulement) (\d{1,3}(?:[ ,.]?\d{3})?) ?(k|km)(?![\p{L}\p{N}])/u;
/** "asking $19,900", « prix : 19 900 $ ». */
export const STATED_PRICE =
  /(?:asking|priced? at|price ?:|price is|prix ?:|prix demandé ?:?) ?\$? ?(\d{1,3}(?:[ ,]?\d{3})+)/u;
