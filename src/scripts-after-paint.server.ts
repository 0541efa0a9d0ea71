/**
 * Every page is whole without script, and script only makes it smoother. So the page's modules are
 * fetched once it was painted: over a slow line they would take the place of the letters, the looks
 * and the picture. The framework has no setting for this, hence the rewriting of its tags.
 */
export function scriptsAfterPaint(html: string, nonce: string): string {
  const preloads: string[] = [];
  const withoutPreloads = html.replaceAll(PRELOAD, (_tag, href: string) => {
    preloads.push(href);
    return "";
  });
  return withoutPreloads.replace(MODULE, (_tag, code: string) => {
    const given = JSON.stringify({ preloads, code }).replaceAll("<", String.raw`\u003c`);
    return `<script nonce="${nonce}">(${start.toString()})(${given})</script>`;
  });
}

const PRELOAD = /<link rel="modulepreload"[^>]*? href="([^"]+)"[^>]*>/g;
const MODULE = /<script nonce="[^"]*" type="module" async="">([^]*?)<\/script>/;

/** Runs in the browser, from its source: it may use nothing from outside itself. */
function start({ preloads, code }: { preloads: string[]; code: string }): void {
  const nonce = document.currentScript?.nonce ?? "";
  const run = () => {
    const script = document.createElement("script");
    script.type = "module";
    script.nonce = nonce;
    script.textContent = code;
    document.head.append(script);
  };
  // A few at a time: a tap in between need not wait for all of them.
  const preload = (from: number): void => {
    const links = preloads
      .slice(from, from + 8)
      .map((href) => Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    document.head.append(...links);
    setTimeout(from + 8 < preloads.length ? () => preload(from + 8) : run);
  };
  requestAnimationFrame(() => setTimeout(() => preload(0)));
}
