/** The text of a script that is inlined into pages (bin/in-page-script.mjs). */
declare module "*?in-page" {
  const script: string;
  export default script;
}
