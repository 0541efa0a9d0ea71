/** The decoders, as far as they are called: all that a file of people's own can reach. */
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
    /** From 0. @throws where there is no such page. */
    getPage(index: number): Page;
  };
  export const PDFiumLibrary: {
    init(): Promise<{ loadDocument(file: Uint8Array): Promise<PDFiumDocument> }>;
  };
}

/** What is used here of libheif-js, which declares no types for this way in. */
declare module "libheif-js/wasm-bundle.js" {
  export type HeifImage = {
    get_width(): number;
    get_height(): number;
    is_primary(): number;
    /** Fills `data` with RGBA, turned as the file says; null where it cannot. */
    display(
      target: { data: Uint8ClampedArray; width: number; height: number },
      done: (drawn: object | null) => void,
    ): void;
  };
  const libheif: { HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] } };
  export default libheif;
}
