/**
 * The largest towns of each of Canada Post's districts (the first letter of a postal code), by our
 * place ids. A postal code alone says no more: the person picks, or types the town.
 */
const TOWNS: ReadonlyMap<string, readonly string[]> = new Map([
  ["A", ["st-john-s-nl", "corner-brook-nl", "gander-nl"]],
  ["B", ["halifax-ns", "sydney-ns", "truro-ns"]],
  ["C", ["charlottetown-pe", "summerside-pe"]],
  ["E", ["moncton-nb", "saint-john-nb", "fredericton-nb"]],
  ["G", ["quebec-qc", "levis-qc", "saguenay-qc", "trois-rivieres-qc"]],
  ["H", ["montreal-qc", "laval-qc"]],
  ["J", ["longueuil-qc", "gatineau-qc", "sherbrooke-qc", "saint-jerome-qc"]],
  ["K", ["ottawa-on", "kingston-on", "peterborough-on"]],
  ["L", ["mississauga-on", "brampton-on", "hamilton-on", "barrie-on"]],
  ["M", ["toronto-on", "scarborough-on", "north-york-on", "etobicoke-on"]],
  ["N", ["london-on", "kitchener-on", "windsor-on", "guelph-on"]],
  ["P", ["greater-sudbury-on", "thunder-bay-on", "sault-ste-marie-on"]],
  ["R", ["winnipeg-mb", "brandon-mb"]],
  ["S", ["saskatoon-sk", "regina-sk"]],
  ["T", ["calgary-ab", "edmonton-ab", "red-deer-ab"]],
  ["V", ["vancouver-bc", "surrey-bc", "victoria-bc", "kelowna-bc"]],
  ["X", ["yellowknife-nt", "iqaluit-nu"]],
  ["Y", ["whitehorse-yt"]],
]);

export const POSTAL_DISTRICTS = [...TOWNS.keys()];

export function townsOfPostalPrefix(postalPrefix: string): readonly string[] {
  return TOWNS.get(postalPrefix.charAt(0).toUpperCase()) ?? [];
}
