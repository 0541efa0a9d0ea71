import type { ComponentProps, ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#ui/button.tsx";
import { fieldsOf, isPress, sends } from "./press.ts";

/** What a button of a page sends: the name of its command. */
export type PressName = string;

type Pressed<Name> = { press: Name | null; children: ReactNode };

/** A button of a form with several commands; nothing for whoever may not press it. */
export function CommandButton<Name extends PressName>({
  press,
  children,
  ...button
}: Pressed<Name> & Omit<ComponentProps<typeof Button>, "type" | "name" | "value">) {
  if (press === null) return null;
  return (
    <Button type="submit" {...sends(press)} {...button}>
      {children}
    </Button>
  );
}

/** A form of one command, with what it is about; nothing for whoever may not press it. */
export function CommandForm<Name extends PressName>({
  press,
  fields = {},
  children,
  ...form
}: Pressed<Name> & { fields?: Readonly<Record<string, string>> } & Omit<
    ComponentProps<typeof Form>,
    "method"
  >) {
  if (press === null) return null;
  return (
    <Form method="post" {...form}>
      {Object.entries({ ...fieldsOf(press), ...fields }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </Form>
  );
}

/** Whether this command is on its way, about this. */
export function useIsPressed<Name extends PressName>(
  press: Name | null,
  about?: Readonly<Record<string, string>>,
): boolean {
  return isPress(useNavigation().formData, press, about);
}
