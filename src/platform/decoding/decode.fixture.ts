/**
 * 320 by 240 pixels, left half blue, right half white; drawn for these tests and encoded by x265.
 */
export const HEIC_PHOTO = Buffer.from(
  "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAkZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAANGlsb2MAAAAAREAAAgABAAAAAAJqAAEAAAAAAAAATgACAAAAAAK4AAEAAAAAAAAANwAAADhpaW5mAAAAAAACAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAFWluZmUCAAAAAAIAAGh2YzEAAAABhWlwcnAAAAFgaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAPPAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAPLoCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwA8oAoIDxZbqSSmubgQEDAgAAADACAAAAMAISIAAQAHRAHBcrBiQAAAABRpc3BlAAAAAAAAAUAAAADwAAAAEHBpeGkAAAAAAwgICAAAAHNodmNDAQQIAAAAAAAAAAAAPPAA/Pz4+AAADwMgAAEAF0ABDAH//wQIAAADAJ/4AAADAAA8ugJAIQABACdCAQEECAAAAwCf+AAAAwAAPMAoIDxZbqSSmubAgAAAAwCAAAADAIQiAAEAB0QBwXKwYkAAAAAUaXNwZQAAAAAAAAFAAAAA8AAAAA5waXhpAAAAAAEIAAAAJ2F1eEMAAAAAdXJuOm1wZWc6aGV2YzoyMDE1OmF1eGlkOjEAAAAAHWlwbWEAAAAAAAAAAgABA4ECgwACBIQFhocAAAAaaXJlZgAAAAAAAAAOYXV4bAACAAEAAQAAAI1tZGF0AAAASigBrxkhpiR493yFN//57lEfJtO/sAV4rP8sWwFZ8O5vrP3OUj/TlGXZ6S3AH+Elprc6gFcIJsd9ZJMFqJnJvARUhwAAFqznAAIiAAAAMygBrjJCwQaA4rDg9p+ijnDMiSU++0DjL+CqWswGoMtCTMCTDbQQAAhYhwAAAwAAAwADDg==",
  "base64",
);

type PdfPage = {
  /** In points. */
  width?: number;
  height?: number;
  text?: string;
};

/** A minimal PDF, written by hand, whose pages have one line of text each. */
export function writePdf(pages: readonly PdfPage[] = [{}], { isLocked = false } = {}): Buffer {
  const objects = [
    "<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>",
    `<</Type/Pages/Kids[${pages.map((_, index) => `${4 + index * 2} 0 R`).join(" ")}]/Count ${pages.length}>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ...pages.flatMap(({ width = 300, height = 200, text = "Pay stub" }, index) => {
      const content = `BT /F1 24 Tf 20 100 Td (${text}) Tj ET`;
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents ${5 + index * 2} 0 R/Resources<</Font<</F1 3 0 R>>>>>>`,
        `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
      ];
    }),
    ...(isLocked
      ? [`<</Filter/Standard/V 1/R 2/P -4/O(${"o".repeat(32)})/U(${"u".repeat(32)})>>`]
      : []),
  ];
  const encrypt = isLocked ? `/Encrypt ${objects.length} 0 R/ID[<00><00>]` : "";
  return joinPdf(
    objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`),
    encrypt,
  );
}

/**
 * A PDF whose only page has a part that draws itself twice, each time as a separate group. PDFium
 * follows this forty levels deep (2^40 drawings), so it never finishes.
 */
export function writeSelfDrawingPdf(): Buffer {
  const draw = "/X Do /X Do";
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 999 999]/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>>>",
    "<</Length 5>>stream\n/X Do\nendstream",
    `<</Type/XObject/Subtype/Form/BBox[0 0 999 999]/Resources<</XObject<</X 5 0 R>>>>/Group<</S/Transparency>>/Length ${draw.length}>>stream\n${draw}\nendstream`,
  ];
  return joinPdf(objects.map((object, index) => `${index + 1} 0 obj${object}endobj\n`));
}

/**
 * Joins the objects to a file, with the table of their offsets and with `inTrailer` in the trailer.
 */
function joinPdf(objects: readonly string[], inTrailer = ""): Buffer {
  let file = "%PDF-1.7\n";
  const entries = objects.map((object) => {
    const at = file.length;
    file += object;
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join("")}`;
  const trailer = `trailer\n<</Size ${objects.length + 1}/Root 1 0 R${inTrailer}>>\n`;
  return Buffer.from(`${file}${table}${trailer}startxref\n${file.length}\n%%EOF\n`, "latin1");
}
