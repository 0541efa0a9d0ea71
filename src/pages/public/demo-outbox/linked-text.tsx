/** An address without what may follow it: the end of a sentence, or a tag of an ADF document. */
const ADDRESS = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)»])/;

/** A text whose addresses can be pressed, as mail programs and phones show it. */
export function LinkedText({ text }: { text: string }) {
  return text.split(ADDRESS).map((part, index) =>
    ADDRESS.test(part) ? (
      // XML writes "&" as "&amp;", which no address of a mail's text has.
      <a key={index} href={part.replaceAll("&amp;", "&")}>
        {part}
      </a>
    ) : (
      part
    ),
  );
}
