/** The text of a script that stands in pages (bin/in-page-script.mjs). */
declare module "*?in-page" {
  const script: string;
  export default script;
}
