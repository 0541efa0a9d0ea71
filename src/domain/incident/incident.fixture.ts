import type { IncidentDetails } from "./incident.form.ts";

/** An incident for which nearly everything is known, except for the given facts. */
export function makeIncident(facts: Partial<IncidentDetails> = {}): IncidentDetails {
  return {
    title: "Answers mailed to the wrong dealership",
    locale: "en",
    circumstances: "A lead’s mail went to another dealership’s address.",
    cause: "Two addresses were swapped.",
    beganOn: "2026-10-01",
    endedOn: "2026-10-03",
    isPeriodApproximate: false,
    noticedOn: "2026-10-04",
    data: ["sin", "names", "contact"],
    dataDetails: "What is sealed could not be opened.",
    people: 1_250,
    quebecPeople: 40,
    isCountApproximate: false,
    provinces: ["ON", "QC"],
    sensitivity: "Names with incomes.",
    consequences: "Somebody could pose as a lender.",
    likelihood: "Low: the recipient deleted the mail.",
    risk: "real",
    measures: "The recipient confirmed the deletion on October 5.",
    plannedMeasures: "Addresses are compared before they are saved, by October 20.",
    advice: "Do not answer calls that ask for a deposit.",
    opcToldOn: "2026-10-05",
    caiToldOn: "2026-10-05",
    peopleToldOn: "2026-10-06",
    tellingWay: "direct",
    publicNoticeReason: "",
    tellingPlan: "By mail to each of them.",
    othersTold: "",
    untoldReason: "",
    closedOn: null,
    ...facts,
  };
}
