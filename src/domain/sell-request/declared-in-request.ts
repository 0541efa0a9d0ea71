import { readDeclared } from "#domain/declaration/declaration.questions.ts";
import { type Brand, type Declared, isBranded, YES_NO } from "#domain/declaration/declaration.ts";
import type { SellCarAnswers } from "./sell-car.form.ts";

/**
 * What the sender of a request declared of the car, read from SPEC.md's questions about its history
 * and condition and from our own. If two answers differ, the less favourable one is used.
 */
export function readDeclaredInRequest(answers: SellCarAnswers): Declared {
  const { owners, earlierUse, outOfProvince, odometerReading, serviceRecords } = answers;
  const { accidentAmountCad, accidentDetails, keyFobs } = answers;
  const ours = { owners, earlierUse, outOfProvince, odometerReading, serviceRecords };
  return {
    ...readDeclared({ ...ours, accidentAmountCad, accidentDetails, keyFobs }),
    brand: readBrand(answers),
    accidents: readAccidents(answers),
    lien: readLien(answers),
    mechanicalIssues: readYesNo(answers.mechanicalIssues),
    smoked: readYesNo(answers.smoked),
  };
}

/**
 * The question includes rebuilt cars. A person who said yes but does not know the brand gets
 * "salvage".
 */
function readBrand({ salvageStatus, brand }: SellCarAnswers): Brand | null {
  if (brand !== undefined && brand !== "unknown" && isBranded(brand)) return brand;
  if (salvageStatus === "yes") return "salvage";
  return salvageStatus === undefined || brand === "unknown" ? null : "clean";
}

function readAccidents({ accidentHistory, accidents }: SellCarAnswers): Declared["accidents"] {
  if (accidentHistory === "yes" || accidents === "some") return "some";
  return accidentHistory === undefined || accidents === "unknown" ? null : "none";
}

/** A car that is leased or financed has a lien. */
function readLien({ ownership, lien }: SellCarAnswers): Declared["lien"] {
  if (ownership === "leased" || ownership === "financed") return "yes";
  return readYesNo(lien);
}

function readYesNo(answer: string | undefined) {
  return YES_NO.find((code) => code === answer) ?? null;
}
