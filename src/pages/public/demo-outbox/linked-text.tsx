/**
 * A URL without the characters that may follow it: the end of a sentence, or a tag of an ADF
 * document.
 */
const ADDRESS = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)»])/;

/** A text with its URLs as links, as mail programs and phones show it. */
export function LinkedText({ text }: { text: string }) {
  return text.split(ADDRESS).map((part, index) =>
    ADDRESS.test(part) ? (
      // XML writes "&" as "&amp;", which no URL in the text of an e-mail contains.
      <a key={index} href={part.replaceAll("&amp;", "&")}>
        {part}
      </a>
    ) : (
      part
    ),
  );
}
