import type { ComponentProps, ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { fieldsOf, isPress, type PressName } from "./press.ts";

/**
 * A form of one command, with the fields of what it acts on; renders nothing if `press` is null.
 */
export function CommandForm<Name extends PressName>({
  press,
  fields,
  children,
  ...form
}: {
  press: Name | null;
  fields?: Readonly<Record<string, string>>;
  children: ReactNode;
} & Omit<ComponentProps<typeof Form>, "method">) {
  if (press === null) return null;
  return (
    <Form method="post" {...form}>
      {Object.entries(fieldsOf(press, fields)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </Form>
  );
}

/** Whether this command, with these fields, is being posted. */
export function useIsPressed<Name extends PressName>(
  press: Name,
  about?: Readonly<Record<string, string>>,
): boolean {
  return isPress(useNavigation().formData, press, about);
}
