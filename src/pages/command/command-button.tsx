import type { ComponentProps, ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { type PressName, sends } from "./press.ts";

/** A button of a form with several commands; renders nothing if `press` is null. */
export function CommandButton<Name extends PressName>({
  press,
  children,
  ...button
}: { press: Name | null; children: ReactNode } & Omit<
  ComponentProps<typeof Button>,
  "type" | "name" | "value"
>) {
  if (press === null) return null;
  return (
    <Button type="submit" {...sends(press)} {...button}>
      {children}
    </Button>
  );
}
