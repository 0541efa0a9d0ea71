import { X } from "lucide-react";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { type CarsQuery, carsSearch, cleared } from "./cars-address.ts";
import { chipsOf } from "./cars-chips.ts";

type FilterChipsProps = {
  query: CarsQuery;
  showsPayments: boolean;
  /** A chip goes when it is pressed; the focus must not go with it. */
  onDrop: () => void;
};

/** The filters in force: each is a link to the cars without it. */
export function FilterChips({ query, showsPayments, onDrop }: FilterChipsProps) {
  const chips = chipsOf(query, getLocale(), showsPayments);
  if (chips.length === 0) return null;
  return (
    <ul className="ch" aria-label={m.cars_chips()}>
      {chips.map(({ key, label, without }) => (
        <li key={key}>
          <Link
            className="chip out"
            to={`${paths.cars()}${carsSearch(without)}`}
            preventScrollReset
            onClick={onDrop}
          >
            <span className="sr">{m.cars_chip_remove()} </span>
            {label}
            <X className="ic s" aria-hidden />
          </Link>
        </li>
      ))}
      <li>
        <Link
          className="clear"
          to={`${paths.cars()}${carsSearch(cleared(query))}`}
          preventScrollReset
          onClick={onDrop}
        >
          {m.cars_clear()}
        </Link>
      </li>
    </ul>
  );
}
