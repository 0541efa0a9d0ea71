import { renderToStaticMarkup } from "react-dom/server";
import { m } from "#messages/messages.js";
import { PRESS_CONTROL } from "#pages/command/press.ts";
import { paths } from "#site/paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import type { Locale } from "#values/locale.ts";

/**
 * Writes the bar above a page that shows what is not published. It is no part of the page's
 * components, so that no visitor's script contains it: React leaves an element that it does not
 * know, and that no component of the body's begins with, where it is.
 */
export function addPreviewBar(page: Buffer, locale: Locale): Buffer {
  const body = page.indexOf("<body");
  const at = page.indexOf(">", body) + 1;
  if (body < 0 || at === 0) return page;
  const bar = Buffer.from(renderToStaticMarkup(<PreviewBar locale={locale} />));
  return Buffer.concat([page.subarray(0, at), bar, page.subarray(at)]);
}

function PreviewBar({ locale }: { locale: Locale }) {
  return (
    <aside aria-label={m.setting_preview({}, { locale })} className="notice notice--warn">
      <form method="post" action={hrefIn(paths.staffSettings(), locale)}>
        {m.setting_preview({}, { locale })}{" "}
        <button
          type="submit"
          name={PRESS_CONTROL}
          value="leave"
          className={buttonClass({ size: "sm", variant: "soft" })}
        >
          {m.setting_preview_leave({}, { locale })}
        </button>
      </form>
    </aside>
  );
}
