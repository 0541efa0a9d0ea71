import { m } from "#messages/messages.js";
import { OfferedCarPictures } from "./offered-car-pictures.tsx";
import type { Sale } from "./sale-page.server.ts";

/** The offered car: drawn as it was described, with everything that was answered. */
export function SaleCar({ sale }: { sale: Sale }) {
  return (
    <aside className="card overflow-hidden lg:sticky lg:top-24" aria-labelledby="sale-car">
      <OfferedCarPictures car={sale} sizes="(min-width: 1024px) 340px, 100vw" />
      <div className="p-5">
        <h2 id="sale-car" className="text-[length:var(--fs-h3)]">
          {sale.car}
        </h2>
        {sale.photos.length === 0 && <p className="xs muted mt-1">{m.sale_drawn()}</p>}
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
