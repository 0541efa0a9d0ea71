import { Monitor, Moon, Sun } from "lucide-react";
import { useLocation } from "react-router";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { command } from "#ui/command.ts";
import type { Theme } from "./theme.ts";

/**
 * Light, dark, or as on the device. Without a script it is a plain form post; with a script the
 * colours change without a new page and the cookie is set then; React gets the change with the next
 * page.
 */
export function ThemeSwitch({ theme }: { theme: Theme }) {
  const { pathname, search } = useLocation();
  const choices = [
    { value: "light", label: m.layout_theme_light(), Icon: Sun },
    { value: "dark", label: m.layout_theme_dark(), Icon: Moon },
    { value: "system", label: m.layout_theme_system(), Icon: Monitor },
  ] as const;
  return (
    <form method="post" action={paths.theme()}>
      <input type="hidden" name="returnTo" value={pathname + search} />
      <div className="theme-switch" role="group" aria-label={m.layout_theme()}>
        {choices.map(({ value, label, Icon }) => (
          <button
            key={value}
            name="theme"
            value={value}
            aria-pressed={theme === value}
            {...command("set-theme")}
          >
            <Icon className="icon size-4" aria-hidden />
            {label}
          </button>
        ))}
      </div>
    </form>
  );
}
