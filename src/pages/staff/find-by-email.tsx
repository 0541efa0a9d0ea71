import { CommandForm } from "#pages/command/command-form.tsx";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";

/** Finds people by their e-mail address, which is posted: URLs end up in logs. */
export function FindByEmail({
  id,
  title,
  action,
  button,
  ...field
}: {
  id: string;
  title: string;
  action: string;
  button: string;
} & Omit<React.ComponentProps<typeof TextField>, "name" | "id">) {
  return (
    <section className="card p-6" aria-labelledby={id}>
      <h2 id={id} className="text-h3">
        {title}
      </h2>
      <CommandForm press="find" action={action} className="mt-4 grid gap-4" noValidate>
        <TextField
          {...field}
          name="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div>
          <Button type="submit" variant="dark">
            {button}
          </Button>
        </div>
      </CommandForm>
    </section>
  );
}
