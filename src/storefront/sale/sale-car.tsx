import { m } from "#messages/messages.js";
import { ListingPicture } from "#storefront/listing/listing-picture.tsx";
import type { Sale } from "./sale-page.server.ts";

/** The offered car: drawn as it was described, with everything that was answered. */
export function SaleCar({ sale }: { sale: Sale }) {
  const listing = {
    illustration: sale.illustration,
    bodyType: sale.style,
    exteriorColour: sale.colour,
  };
  return (
    <aside className="card overflow-hidden lg:sticky lg:top-24" aria-labelledby="sale-car">
      <div className="aspect-16/10 bg-muted [&_img]:size-full [&_img]:object-cover">
        <ListingPicture listing={listing} sizes="(min-width: 1024px) 340px, 100vw" priority />
      </div>
      <div className="p-5">
        <h2 id="sale-car" className="text-[length:var(--fs-h3)]">
          {sale.car}
        </h2>
        <p className="xs muted mt-1">{m.sale_drawn()}</p>
        <details className="mt-4">
          <summary className="cursor-pointer font-semibold">{m.sale_answers()}</summary>
          <dl className="small mt-3 grid gap-2">
            {sale.rows.map(({ name, value }) => (
              <div key={name} className="flex justify-between gap-4 border-t border-border pt-2">
                <dt className="muted">{name}</dt>
                <dd className="num text-right font-semibold wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
    </aside>
  );
}
