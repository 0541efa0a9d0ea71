import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { DtdValidator, XmlDocument, XmlDtd, XmlElement } from "libxml2-wasm";

const emittedFile = fileURLToPath(new URL("adf-emitted.dtd", import.meta.url));
const repository = new URL("../../../../", import.meta.url);

/** The whole standard, if it is stored beside the project; ADF_DTD_FILE can name another path. */
export const standardFile =
  process.env.ADF_DTD_FILE ?? fileURLToPath(new URL("../shared/reference/adf-1.0.dtd", repository));
export const hasStandard = existsSync(standardFile);
if (!hasStandard) {
  console.warn(
    "The standard's ADF DTD is not here (ADF_DTD_FILE): only our own schema is checked.",
  );
}

const validators = [emittedFile, ...(hasStandard ? [standardFile] : [])].map(
  (file) => new DtdValidator(XmlDtd.fromString(readFileSync(file, "utf8"))),
);

/** Parses ADF with libxml2 and throws if a schema does not allow it. */
export function withValidAdf<Result>(xml: string, read: (root: XmlElement) => Result): Result {
  const document = XmlDocument.fromString(xml);
  try {
    for (const validator of validators) validator.validate(document);
    return read(document.root);
  } finally {
    document.dispose();
  }
}

/** The text at a path such as `//customer/comments`. */
export function textAt(root: XmlElement, path: string): string | undefined {
  return root.get(path)?.content;
}
