import { Form } from "react-router";
import type { Route } from "./+types/verifications.page.ts";
import { SameVinListings } from "#pages/account/my-listings/same-vin-listings.tsx";
import { PersonLink } from "./person-link.tsx";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { CommandButton } from "#pages/command/command-button.tsx";
import type { PressName } from "#pages/command/press.ts";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { formatDate } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { verificationsPage } from "./verifications.server.ts";

export const loader = verificationsPage.loader;
export const action = verificationsPage.action;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.seller_staff_title(), isPrivate: true });

/** Sellers who ask to be verified, and listings that wait for approval. */
export default function StaffVerificationsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { requests, corrections, listings, sharedVins, sellersOfMany, presses } = loaderData;
  const locale = getLocale();
  return (
    <div className="grid max-w-190 gap-6 p-4">
      <h1>{m.seller_staff_title()}</h1>
      <section className="card p-6" aria-labelledby="waiting-sellers">
        <h2 id="waiting-sellers" className="text-h3">
          {m.seller_staff_sellers()}
        </h2>
        {requests.length === 0 && <p className="muted mt-2">{m.seller_staff_no_sellers()}</p>}
        <ul className="divide-y divide-border">
          {requests.map(({ userId, name, email, at }) => (
            <li key={userId} className="flex flex-wrap items-center justify-between gap-3 py-4">
              <div className="min-w-0">
                <b className="block wrap-anywhere">{name}</b>
                <span className="small muted block wrap-anywhere">{email}</span>
                <span className="small muted">
                  {m.seller_staff_asked({ date: formatDate(at, locale) })}
                </span>
              </div>
              <Decision
                id={userId}
                yes={[presses.verified, m.seller_staff_verify({ name })]}
                no={[presses.declined, m.seller_staff_decline({ name })]}
              />
            </li>
          ))}
        </ul>
      </section>
      <section className="card p-6" aria-labelledby="waiting-corrections">
        <h2 id="waiting-corrections" className="text-h3">
          {m.declared_staff_title()}
        </h2>
        {corrections.length === 0 && <p className="muted mt-2">{m.declared_staff_none()}</p>}
        <ul className="divide-y divide-border">
          {corrections.map(({ id, listingId, title, sellerName, at, ...words }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-4">
              <div className="min-w-0">
                <Link to={paths.sellerListing(listingId)} className="font-bold">
                  {title}
                </Link>
                <span className="block wrap-anywhere">{m.declared_staff_line(words)}</span>
                <span className="small muted">
                  {m.declared_staff_by({ name: sellerName, date: formatDate(at, locale) })}
                </span>
              </div>
              <Decision
                id={id}
                yes={[presses.confirmed, m.declared_staff_confirm(words)]}
                no={[presses["declined-correction"], m.declared_staff_keep(words)]}
              />
            </li>
          ))}
        </ul>
      </section>
      <section className="card p-6" aria-labelledby="waiting-listings">
        <h2 id="waiting-listings" className="text-h3">
          {m.seller_staff_listings()}
        </h2>
        {listings.length === 0 && <p className="muted mt-2">{m.seller_staff_no_listings()}</p>}
        <ul className="divide-y divide-border">
          {listings.map(({ id, title, priceCad, description, sellerName, sameVin, view }) => (
            <li key={id} className="grid gap-3 py-4">
              <div>
                <Link to={paths.sellerListing(id)} className="font-bold">
                  {title}
                </Link>{" "}
                <span className="figures">{formatCad(priceCad, locale)}</span>
                <p className="small muted">{m.seller_staff_by({ name: sellerName })}</p>
                <p className="small mt-2 whitespace-pre-line wrap-anywhere">{description}</p>
              </div>
              <SameVinListings cars={sameVin} />
              {presses.approve && (
                <PageForm
                  view={latestView(actionData, view)}
                  hidden={{ id }}
                  press={presses.approve}
                  submit={m.seller_staff_approve({ car: title })}
                  variant="dark"
                  size="sm"
                  beside={
                    <CommandButton press={presses.send_back} size="sm" variant="ghost">
                      {m.seller_staff_send_back({ car: title })}
                    </CommandButton>
                  }
                />
              )}
            </li>
          ))}
        </ul>
      </section>
      <section className="card p-6" aria-labelledby="shared-vins">
        <h2 id="shared-vins" className="text-h3">
          {m.staff_shared_vins_title()}
        </h2>
        <p className="muted mt-2">
          {sharedVins.length === 0 ? m.staff_shared_vins_none() : m.staff_shared_vins_text()}
        </p>
        <ul className="divide-y divide-border">
          {sharedVins.map(({ vin, listings: cars }) => (
            <li key={vin} className="py-4">
              <b className="figures">{vin}</b>
              <ul>
                {cars.map(({ id, title, sellerName }) => (
                  <li key={id}>
                    <Link to={paths.sellerListing(id)}>{title}</Link>{" "}
                    {m.staff_same_vin_by({ name: sellerName })}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </section>
      <section className="card p-6" aria-labelledby="many-cars">
        <h2 id="many-cars" className="text-h3">
          {m.staff_many_cars_title()}
        </h2>
        <p className="muted mt-2">
          {sellersOfMany.length === 0 ? m.staff_many_cars_none() : m.staff_many_cars_text()}
        </p>
        <ul className="divide-y divide-border">
          {sellersOfMany.map(({ userId, name, email, cars }) => (
            <li key={userId} className="flex flex-wrap items-center justify-between gap-3 py-4">
              <PersonLink id={userId} name={name} email={email} />
              <span className="small figures">{m.staff_many_cars_count({ count: cars })}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

type Answer = readonly [press: PressName | null, words: string];

function Decision({ id, yes, no }: { id: string; yes: Answer; no: Answer }) {
  return (
    <Form method="post" className="flex flex-wrap gap-2">
      <input type="hidden" name="id" value={id} />
      {[yes, no].map(([press, words], at) => (
        <CommandButton key={words} press={press} size="sm" variant={at === 0 ? "dark" : "ghost"}>
          {words}
        </CommandButton>
      ))}
    </Form>
  );
}
