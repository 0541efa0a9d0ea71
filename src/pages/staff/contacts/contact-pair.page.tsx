import type { Route } from "./+types/contact-pair.page.ts";
import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { ContactEntries } from "./contact-entries.tsx";
import { ContactHead } from "./contact-head.tsx";
import { contactPairPage } from "./contact-pair.server.ts";

export const loader = contactPairPage.loader;
export const action = contactPairPage.action;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.contact_pair_title(), isPrivate: true });

/** Two contacts side by side, to say whether they are one person. */
export default function ContactPairPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, other, people, alike, presses } = loaderData;
  const action = hrefIn(paths.staffContactPair(id, other));
  return (
    <div className="mx-auto grid w-full grid-cols-[minmax(0,1fr)] gap-6 p-4 sm:p-8">
      <Link
        className="button button--ghost button--small justify-self-start print:hidden"
        to={paths.staffContact(id)}
      >
        {m.contact_pair_back({ name: people[0]?.name ?? "" })}
      </Link>
      <div>
        <h1 className="text-page-title">{m.contact_pair_title()}</h1>
        <p className="muted mt-2 max-w-form">{m.contact_pair_text()}</p>
      </div>
      {actionData?.refused && (
        <p className="notice notice--bad" role="alert">
          {actionData.refused}
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
        {people.map((contact, at) => (
          <ContactHead key={at === 0 ? id : other} contact={contact} heading="h2" alike={alike}>
            <ContactEntries entries={contact.leads} />
          </ContactHead>
        ))}
      </div>
      <div className="flex flex-wrap gap-3 print:hidden">
        <CommandForm press={presses.merge} action={action}>
          <Button type="submit" variant="dark">
            {m.contact_pair_merge()}
          </Button>
        </CommandForm>
        <CommandForm press={presses["keep-apart"]} action={action}>
          <Button type="submit" variant="ghost">
            {m.contact_pair_apart()}
          </Button>
        </CommandForm>
      </div>
    </div>
  );
}
