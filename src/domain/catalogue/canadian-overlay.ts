/**
 * What the American vPIC data lacks, or names differently than a Canadian dealer does. Maintained
 * by hand from the manufacturers' Canadian ranges; last checked on 2026-11-21. After an update of
 * this file or of the package, run build-catalogue.mjs and read the diff of catalogue.json.
 */

/** Model years; the last is null for a model that is still made. */
export type YearRange = readonly [first: number, last: number | null];

/**
 * Makes that people drive and sell, in the order of a select list; vPIC has 12,000, most of them
 * makers of trailers.
 */
// oxfmt-ignore
export const CONSUMER_MAKES = [
  "Acura", "Alfa Romeo", "Audi", "Bentley", "BMW", "Buick", "Cadillac", "Chevrolet", "Chrysler",
  "Dodge", "Fiat", "Ford", "Genesis", "GMC", "Honda", "Hummer", "Hyundai", "Infiniti", "Jaguar",
  "Jeep", "Kia", "Land Rover", "Lexus", "Lincoln", "Lucid", "Maserati", "Mazda", "Mercedes-Benz",
  "Mercury", "MINI", "Mitsubishi", "Nissan", "Polestar", "Pontiac", "Porsche", "Ram", "Rivian",
  "Saab", "Saturn", "Scion", "smart", "Subaru", "Suzuki", "Tesla", "Toyota", "Volkswagen", "Volvo",
] as const;

export type Make = (typeof CONSUMER_MAKES)[number];

type ByMake<Value> = Readonly<Partial<Record<Make, Value>>>;

/**
 * Lorries, chassis and cars for other countries, which share their schemas with those sold here.
 */
export const NOT_OFFERED: ByMake<RegExp> = {
  "Alfa Romeo": /^8C/,
  Bentley: /ARNAGE$|^Roll/,
  BMW: /^(ActiveE|L7|Alpina)$/,
  Buick: /^Incomplete$/,
  Cadillac: /^(Hearse|Limousine)$/,
  Chevrolet: /^(3 ton|Caprice Police Vehicle|Geo .*|GMT-400|Kalos|Matiz|Onix|U100|LUV)$/,
  Chrysler: /^(Concorde\/LHS|Caravan|Grand Voyager|Shadow|Stratus|Viper|Vision)$/,
  Dodge: /^(Caravan\/Grand Caravan|Ram Chassis Cab)$/,
  Fiat: /^(Ducato|Freemont)$/,
  Ford: /^([A-Z]{1,3}-?[5-9]\d{2,3}|B-750|E-450|Motorhome Chassis|GT MKII|Explorer Sport)$/,
  GMC: /^(Cruise Origin AV|Electric Vehicle|GMT-400)$/,
  Honda: /^FCX Clarity$/,
  Hyundai: /^Xcient$/,
  Nissan: /^(Altra-EV|Rogue Select)$/,
  Pontiac: /^Matiz$/,
  Ram: /^[45]\d00$/,
  Rivian: /^(EDV|RCV)$/,
  smart: /^smart$/,
  Tesla: /^Semi$/,
  Toyota: /^FCHV/,
  Volvo: /^(VS|VT|C70 \/ C30)$/,
};

/**
 * vPIC's model on the left, ours on the right. The first match is used; several models may become
 * one. BMW and Mercedes-Benz are named by series and class, because that is how they are sold and
 * searched for.
 */
// oxfmt-ignore
export const RENAMED: ByMake<readonly (readonly [vpic: RegExp, name: string])[]> = {
  "Alfa Romeo": [[/^Giulia \(952\)$/, "Giulia"]],
  Audi: [
    [/^A7 e$/, "A7"], [/^A8 (L|e|L e)$/, "A8"], [/^Q5 e$/, "Q5"], [/^(S?Q[46])$/, "$1 e-tron"],
  ],
  BMW: [
    [/^([1-8])\d\d\D?.*$/, "$1 Series"], [/^1M$/, "1 Series"], [/^M([2-8])\d\d.*$/, "$1 Series"],
    [/^ActiveHybrid (\d)$/, "$1 Series"], [/^B7$/, "7 Series"], [/^Alpina B8$/, "8 Series"],
    [/^M3Ci$/, "M3"],
  ],
  Cadillac: [
    [/^Lyriq$/, "LYRIQ"], [/^Optiq$/, "OPTIQ"], [/^Vistiq$/, "VISTIQ"],
    [/^Celestiq$/, "CELESTIQ"], [/^Deville$/, "DeVille"],
  ],
  Chevrolet: [
    [/^(Cruze|Impala|Malibu|Traverse) Limited$/, "$1"], [/^Malibu Classic$/, "Malibu"],
    [/^Astro Van$/, "Astro"], [/^S-10 Pickup$/, "S-10"], [/^S-10 Blazer$/, "Blazer"],
    [/^Suburban HD$/, "Suburban"],
  ],
  Chrysler: [[/^Town and Country$/, "Town & Country"]],
  Ford: [
    [/^C-Max$/, "C-MAX"], [/^Ecosport$/, "EcoSport"], [/^F-150 Heritage$/, "F-150"],
    [/^Expedition (EL|MAX)$/, "Expedition MAX"], [/^Mustang GTD$/, "Mustang"],
  ],
  GMC: [[/^Jimmy Utility$/, "Jimmy"]],
  Honda: [[/^Civic Si$/, "Civic"], [/^Accord Crosstour$/, "Crosstour"]],
  Hyundai: [[/^Ioniq(.*)$/, "IONIQ$1"], [/^Nexo$/, "NEXO"]],
  Jeep: [[/^Wrangler JK$/, "Wrangler"]],
  "Land Rover": [[/^New Range Rover$/, "Range Rover"]],
  "Mercedes-Benz": [
    [/^ML?-Class$/, "M-Class"], [/^(EQ[ES])-Class Sedan$/, "$1"], [/^(EQ[ES])-Class SUV$/, "$1 SUV"],
    [/^([A-Z]{2,3})-Class$/, "$1"],
  ],
  Maserati: [[/^Grancabrio$/, "GranCabrio"], [/^Granturismo$/, "GranTurismo"]],
  MINI: [[/^Hardtop$/, "Cooper"]],
  Mitsubishi: [[/^Outlander Sport$/, "RVR"], [/^Lancer SportBack$/, "Lancer Sportback"]],
  Nissan: [
    [/^Ariya .*$/, "Ariya"], [/^Kicks MPV$/, "Kicks"], [/^Leaf$/, "LEAF"], [/^Nissan Z$/, "Z"],
    [/^Rogue Sport$/, "Qashqai"],
  ],
  Polestar: [[/^(?:PS|Polestar )(\d)$/, "$1"]],
  Pontiac: [[/^Grand AM$/, "Grand Am"]],
  Ram: [[/^ProMaster \d+$/, "ProMaster"], [/^Promaster City$/, "ProMaster City"]],
  Saturn: [[/^S[CLW]\d?$/, "S-Series"], [/^(L[SW]?\d*)$/, "L-Series"]],
  smart: [[/^(EQ )?Fortwo.*$/, "fortwo"]],
  Subaru: [[/^XV CrossTrek$/, "XV Crosstrek"], [/^B9 Tribeca$/, "Tribeca"]],
  Suzuki: [[/^Grand Vitara XL-7$/, "XL7"]],
  Toyota: [
    [/^Corolla Matrix$/, "Matrix"], [/^COROLLA iM$/, "Corolla iM"], [/^Prius C$/, "Prius c"],
    [/^Prius V$/, "Prius v"], [/^(.*) Prime \(PHEV\)$/, "$1 Prime"], [/^Camry Solara$/, "Solara"],
    [/^Yaris iA$/, "Yaris"],
  ],
  Volkswagen: [
    [/^GTI$/, "Golf GTI"], [/^GLI$/, "Jetta GLI"], [/^Tiguan Limited$/, "Tiguan"],
    [/^Jetta SportWagen$/, "Golf Wagon"],
  ],
  Volvo: [[/^(V[69]0)CC$/, "$1 Cross Country"], [/^EX30 CC$/, "EX30"]],
};

/** General Motors' pickups are one model in vPIC; their series tells them apart. */
export const BY_SERIES: ByMake<Readonly<Record<string, readonly (readonly [RegExp, string])[]>>> = {
  Chevrolet: gmPickup("Silverado", ["Silverado", "Silverado HD", "Silverado LD", "Silverado LTD"]),
  GMC: gmPickup("Sierra", ["Sierra", "Sierra HD", "Sierra Limited"]),
};

function gmPickup(name: string, vpicModels: readonly string[]) {
  const series = [
    [/1500|1\/2/, `${name} 1500`],
    [/2500|3\/4/, `${name} 2500HD`],
    [/3500|\b1 ton/i, `${name} 3500HD`],
  ] as const;
  return Object.fromEntries(vpicModels.map((model) => [model, series]));
}

/**
 * Models sold in Canada but not, or under another name, in the United States; and corrected ranges
 * of years.
 */
// oxfmt-ignore
export const SOLD_HERE: ByMake<Readonly<Record<string, YearRange>>> = {
  Acura: { CSX: [2006, 2011], EL: [1997, 2005] },
  Chevrolet: {
    "Silverado 1500": [1999, null], "Silverado 2500HD": [2001, null],
    "Silverado 3500HD": [2001, null], Orlando: [2012, 2014],
  },
  Dodge: { "SX 2.0": [2003, 2005] },
  Genesis: { "Electrified G80": [2023, null], "Electrified GV70": [2023, null] },
  GMC: {
    "Sierra 1500": [1999, null], "Sierra 2500HD": [2001, null], "Sierra 3500HD": [2001, null],
  },
  Hyundai: {
    "Elantra GT": [2013, 2020], "Elantra Touring": [2009, 2012], "Santa Fe XL": [2013, 2019],
  },
  Kia: { Magentis: [2001, 2010], Rondo: [2007, 2017] },
  "Mercedes-Benz": { "B-Class": [2006, 2019] },
  Mitsubishi: { "Outlander PHEV": [2018, null], RVR: [2011, null] },
  Nissan: { Micra: [2015, 2019], Qashqai: [2017, 2022] },
  Ram: { 1500: [2011, null], 2500: [2011, null], 3500: [2011, null] },
  smart: { fortwo: [2005, 2019] },
  Volkswagen: { "Golf Wagon": [2009, 2014] },
};

/** In vPIC, the schema of many models stays open after their last year. */
// oxfmt-ignore
export const LAST_YEARS: ByMake<Readonly<Record<string, number>>> = {
  Acura: { ILX: 2022, RLX: 2020, TLX: 2025, ZDX: 2024 },
  Audi: { A4: 2025, S4: 2025 },
  Cadillac: { ELR: 2016, SRX: 2016 },
  Chevrolet: {
    Aveo: 2011, Camaro: 2024, "Captiva Sport": 2015, Cruze: 2019, Impala: 2020, Malibu: 2025,
    Sonic: 2020, Spark: 2022, SS: 2017, Tracker: 2004, Volt: 2019,
  },
  Chrysler: { 300: 2023 },
  Dodge: { Challenger: 2023, "Grand Caravan": 2020, Journey: 2020 },
  Fiat: { "124 Spider": 2020, "500X": 2023 },
  Ford: {
    EcoSport: 2022, Edge: 2024, Fiesta: 2019, Flex: 2019, Focus: 2018, "Transit Connect": 2023,
  },
  Hyundai: { Accent: 2022, Entourage: 2009, "Kona N": 2023 },
  Infiniti: { Q50: 2024, QX50: 2025, QX55: 2025 },
  Jaguar: { "E-PACE": 2024, "F-TYPE": 2024, "I-PACE": 2024, XF: 2024 },
  Jeep: { Patriot: 2017, Renegade: 2023 },
  Kia: { Forte: 2024, Soul: 2025 },
  Lincoln: { Continental: 2020 },
  Maserati: { Ghibli: 2024, Levante: 2024, Quattroporte: 2024 },
  Mazda: { "CX-9": 2023, Mazda2: 2014, "MX-30": 2023 },
  "Mercedes-Benz": { GLK: 2015, "M-Class": 2015, Metris: 2023, SLS: 2015 },
  MINI: { Paceman: 2016 },
  Mitsubishi: { Mirage: 2024, "Mirage G4": 2024, Raider: 2009 },
  Nissan: { "GT-R": 2024, NV: 2021, NV200: 2021, Titan: 2024 },
  Ram: { "ProMaster City": 2022 },
  Subaru: { Legacy: 2025 },
  Suzuki: { "Grand Vitara": 2013, Kizashi: 2013, SX4: 2013 },
  Toyota: { "Prius Prime": 2024, "RAV4 Prime": 2024, Venza: 2024, Yaris: 2020 },
};
