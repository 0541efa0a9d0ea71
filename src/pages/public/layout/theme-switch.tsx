import { Monitor, Moon, Sun } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { afterPaint } from "#ui/after-paint.ts";
import { NEEDS_SCRIPT } from "#ui/script-on-demand.ts";
import type { Theme } from "./theme.ts";

/**
 * Light, dark, or as the device wants. A plain form post where no script runs; with script the
 * colours change without a new page and the cookie follows.
 */
export function ThemeSwitch({ theme }: { theme: Theme }) {
  const fetcher = useFetcher();
  const { pathname, search } = useLocation();
  const [chosen, setChosen] = useState<Theme>();
  const press = (event: MouseEvent, value: Theme) => {
    event.preventDefault();
    setChosen(value);
    // The button first: other colours make the browser look at every element of the page.
    afterPaint(() => {
      if (value === "system") delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = value;
      void fetcher.submit({ theme: value }, { method: "post", action: paths.theme() });
    });
  };
  const choices = [
    { value: "light", label: m.layout_theme_light(), Icon: Sun },
    { value: "dark", label: m.layout_theme_dark(), Icon: Moon },
    { value: "system", label: m.layout_theme_system(), Icon: Monitor },
  ] as const;
  return (
    <form method="post" action={paths.theme()}>
      <input type="hidden" name="returnTo" value={pathname + search} />
      <div className="theme-switch" role="group" aria-label={m.layout_theme()} {...NEEDS_SCRIPT}>
        {choices.map(({ value, label, Icon }) => (
          <button
            key={value}
            name="theme"
            value={value}
            aria-pressed={(chosen ?? theme) === value}
            onClick={(event) => press(event, value)}
          >
            <Icon className="icon size-4" aria-hidden />
            {label}
          </button>
        ))}
      </div>
    </form>
  );
}
