import { useSyncExternalStore } from "react";
import { isTheme, type Theme } from "./theme.ts";

const never = () => () => {};

function readShown(): Theme {
  const { theme } = document.documentElement.dataset;
  return isTheme(theme) ? theme : "system";
}

/**
 * The look that the page has: what the server gave it, until a press of the theme switch, of which React
 * learns nothing (ui/run-command.ts). So what is drawn anew looks at the page.
 */
export function useShownTheme(given: Theme): Theme {
  return useSyncExternalStore(never, readShown, () => given);
}
