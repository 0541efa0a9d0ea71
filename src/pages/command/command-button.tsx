import type { ComponentProps, ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#ui/button.tsx";

/** What a button of a page sends as `intent`: the name of its command. */
export type PressName = string;

type Pressed = { press: PressName | null; children: ReactNode };

/** A button of a form with several commands; nothing for whoever may not press it. */
export function CommandButton({
  press,
  children,
  ...button
}: Pressed & Omit<ComponentProps<typeof Button>, "type" | "name" | "value">) {
  if (press === null) return null;
  return (
    <Button type="submit" name="intent" value={press} {...button}>
      {children}
    </Button>
  );
}

/** A form of one command, with what it is about; nothing for whoever may not press it. */
export function CommandForm({
  press,
  fields = {},
  children,
  ...form
}: Pressed & { fields?: Readonly<Record<string, string>> } & Omit<
    ComponentProps<typeof Form>,
    "method"
  >) {
  if (press === null) return null;
  return (
    <Form method="post" {...form}>
      <input type="hidden" name="intent" value={press} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </Form>
  );
}

/** Whether this command is on its way, about this. */
export function useIsPressed(press: PressName | null, about: Record<string, string> = {}): boolean {
  const { formData } = useNavigation();
  return (
    press !== null &&
    formData?.get("intent") === press &&
    Object.entries(about).every(([name, value]) => formData.get(name) === value)
  );
}
