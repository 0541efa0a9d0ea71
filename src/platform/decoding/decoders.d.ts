/**
 * The types of the decoder functions that this site calls. An uploaded file can reach no others.
 */
declare module "@hyzyla/pdfium" {
  type Drawn = { width: number; height: number; /** RGBA. */ data: Uint8Array };
  type Page = {
    getText(): string;
    /** In points. */
    getOriginalSize(): { originalWidth: number; originalHeight: number };
    render(options: { scale: number; render: "bitmap"; renderFormFields: boolean }): Promise<Drawn>;
  };
  export type PDFiumDocument = {
    getPageCount(): number;
    /** Counted from 0. @throws if there is no such page */
    getPage(index: number): Page;
  };
  export const PDFiumLibrary: {
    init(): Promise<{ loadDocument(file: Uint8Array): Promise<PDFiumDocument> }>;
  };
}

/** The functions of libheif-js that are used here; it declares no types for this entry point. */
declare module "libheif-js/wasm-bundle.js" {
  export type HeifImage = {
    get_width(): number;
    get_height(): number;
    is_primary(): number;
    /** Fills `data` with RGBA, rotated as the file says; calls `done` with null if it fails. */
    display(
      target: { data: Uint8ClampedArray; width: number; height: number },
      done: (drawn: object | null) => void,
    ): void;
  };
  const libheif: { HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] } };
  export default libheif;
}
