/**
 * Makes and the models of each that were sold in Canada in the model years asked for (2014–2025),
 * kept by hand from the manufacturers' Canadian ranges. Names as the maker writes them: they are the
 * same word in both languages, and serve as codes.
 */
// oxfmt-ignore
export const CATALOGUE = {
  Acura: ["ILX", "Integra", "MDX", "NSX", "RDX", "RLX", "TLX", "TSX", "ZDX"],
  "Alfa Romeo": ["4C", "Giulia", "Stelvio", "Tonale"],
  Audi: [
    "A3", "A4", "A5", "A6", "A7", "A8", "e-tron", "Q3", "Q4 e-tron", "Q5", "Q7", "Q8", "R8", "TT",
  ],
  BMW: [
    "2 Series", "3 Series", "4 Series", "5 Series", "6 Series", "7 Series", "8 Series", "i3", "i4",
    "i5", "iX", "X1", "X2", "X3", "X4", "X5", "X6", "X7", "Z4",
  ],
  Buick: ["Enclave", "Encore", "Encore GX", "Envision", "Envista", "LaCrosse", "Regal", "Verano"],
  Cadillac: [
    "ATS", "CT4", "CT5", "CT6", "CTS", "Escalade", "LYRIQ", "SRX", "XT4", "XT5", "XT6", "XTS",
  ],
  Chevrolet: [
    "Blazer", "Bolt EUV", "Bolt EV", "Camaro", "Colorado", "Corvette", "Cruze", "Equinox",
    "Express", "Impala", "Malibu", "Orlando", "Silverado 1500", "Silverado 2500HD", "Sonic",
    "Spark", "Suburban", "Tahoe", "Trailblazer", "Traverse", "Trax", "Volt",
  ],
  Chrysler: ["200", "300", "Grand Caravan", "Pacifica", "Town & Country"],
  Dodge: ["Challenger", "Charger", "Dart", "Durango", "Grand Caravan", "Hornet", "Journey"],
  Fiat: ["124 Spider", "500", "500e", "500L", "500X"],
  Ford: [
    "Bronco", "Bronco Sport", "C-MAX", "EcoSport", "Edge", "Escape", "Expedition", "Explorer",
    "F-150", "F-250", "F-350", "Fiesta", "Flex", "Focus", "Fusion", "Maverick", "Mustang",
    "Mustang Mach-E", "Ranger", "Taurus", "Transit", "Transit Connect",
  ],
  Genesis: ["Electrified GV70", "G70", "G80", "G90", "GV60", "GV70", "GV80"],
  GMC: [
    "Acadia", "Canyon", "Savana", "Sierra 1500", "Sierra 2500HD", "Terrain", "Yukon", "Yukon XL",
  ],
  Honda: [
    "Accord", "Civic", "Clarity", "CR-V", "CR-Z", "Crosstour", "Fit", "HR-V", "Insight", "Odyssey",
    "Passport", "Pilot", "Prologue", "Ridgeline",
  ],
  Hyundai: [
    "Accent", "Elantra", "Genesis Coupe", "IONIQ", "IONIQ 5", "IONIQ 6", "Kona", "NEXO", "Palisade",
    "Santa Cruz", "Santa Fe", "Sonata", "Tucson", "Veloster", "Venue",
  ],
  Infiniti: ["Q50", "Q60", "Q70", "QX30", "QX50", "QX55", "QX60", "QX70", "QX80"],
  Jaguar: ["E-PACE", "F-PACE", "F-TYPE", "I-PACE", "XE", "XF", "XJ"],
  Jeep: [
    "Cherokee", "Compass", "Gladiator", "Grand Cherokee", "Grand Cherokee L", "Grand Wagoneer",
    "Patriot", "Renegade", "Wagoneer", "Wrangler",
  ],
  Kia: [
    "Carnival", "EV6", "EV9", "Forte", "K4", "K5", "Niro", "Optima", "Rio", "Rondo", "Sedona",
    "Seltos", "Sorento", "Soul", "Sportage", "Stinger", "Telluride",
  ],
  "Land Rover": [
    "Defender", "Discovery", "Discovery Sport", "LR4", "Range Rover", "Range Rover Evoque",
    "Range Rover Sport", "Range Rover Velar",
  ],
  Lexus: ["CT", "ES", "GS", "GX", "IS", "LC", "LS", "LX", "NX", "RC", "RX", "RZ", "TX", "UX"],
  Lincoln: ["Aviator", "Corsair", "MKC", "MKT", "MKX", "MKZ", "Nautilus", "Navigator"],
  Mazda: [
    "CX-3", "CX-30", "CX-5", "CX-50", "CX-70", "CX-9", "CX-90", "Mazda2", "Mazda3", "Mazda5",
    "Mazda6", "MX-5", "MX-30",
  ],
  "Mercedes-Benz": [
    "A-Class", "B-Class", "C-Class", "CLA", "CLS", "E-Class", "EQB", "EQE", "EQS", "G-Class", "GLA",
    "GLB", "GLC", "GLE", "GLK", "GLS", "Metris", "S-Class", "SL", "Sprinter",
  ],
  MINI: ["Clubman", "Cooper", "Countryman", "Paceman"],
  Mitsubishi: ["Eclipse Cross", "i-MiEV", "Lancer", "Mirage", "Outlander", "Outlander PHEV", "RVR"],
  Nissan: [
    "370Z", "Altima", "Ariya", "Armada", "Frontier", "GT-R", "Juke", "Kicks", "LEAF", "Maxima",
    "Micra", "Murano", "NV200", "Pathfinder", "Qashqai", "Rogue", "Sentra", "Titan", "Versa",
    "Versa Note", "Z",
  ],
  Polestar: ["1", "2", "3", "4"],
  Porsche: ["718 Boxster", "718 Cayman", "911", "Cayenne", "Macan", "Panamera", "Taycan"],
  Ram: ["1500", "2500", "3500", "ProMaster", "ProMaster City"],
  Scion: ["FR-S", "iM", "iQ", "tC", "xB"],
  smart: ["fortwo"],
  Subaru: [
    "Ascent", "BRZ", "Crosstrek", "Forester", "Impreza", "Legacy", "Outback", "Solterra", "WRX",
    "XV Crosstrek",
  ],
  Tesla: ["Cybertruck", "Model 3", "Model S", "Model X", "Model Y"],
  Toyota: [
    "4Runner", "86", "Avalon", "bZ4X", "C-HR", "Camry", "Corolla", "Corolla Cross", "Corolla iM",
    "Crown", "FJ Cruiser", "GR86", "Grand Highlander", "Highlander", "Land Cruiser", "Matrix",
    "Mirai", "Prius", "Prius c", "Prius v", "RAV4", "Sequoia", "Sienna", "Supra", "Tacoma",
    "Tundra", "Venza", "Yaris",
  ],
  Volkswagen: [
    "Arteon", "Atlas", "Atlas Cross Sport", "Beetle", "CC", "Eos", "Golf", "Golf GTI", "Golf R",
    "Golf SportWagen", "ID.4", "ID. Buzz", "Jetta", "Passat", "Taos", "Tiguan", "Touareg",
  ],
  Volvo: ["C40", "EX30", "EX90", "S60", "S80", "S90", "V60", "V90", "XC40", "XC60", "XC70", "XC90"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Make = keyof typeof CATALOGUE;

/** In the order of a list to choose from. */
export const MAKES = Object.keys(CATALOGUE) as readonly Make[];

export function isMake(value: unknown): value is Make {
  return MAKES.some((make) => make === value);
}

/** None where we do not know the make. */
export function modelsOf(make: string): readonly string[] {
  return isMake(make) ? CATALOGUE[make] : [];
}
