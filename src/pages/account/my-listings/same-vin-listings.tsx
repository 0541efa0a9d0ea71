import { TriangleAlert } from "lucide-react";
import type { ListedCar } from "#domain/lead/lead-form.ts";
import { m } from "#messages/messages.js";
import { Link } from "#ui/link.tsx";

/** Shows staff the live listings with the same VIN; nothing if there are none. */
export function SameVinListings({
  cars,
  className = "",
}: {
  cars: readonly ListedCar[];
  className?: string;
}) {
  if (cars.length === 0) return null;
  return (
    <div className={`notice notice--warn ${className}`.trim()}>
      <TriangleAlert className="icon" aria-hidden />
      <div>
        <p>{m.staff_same_vin()}</p>
        <ul>
          {cars.map(({ title, path, sellerName }) => (
            <li key={path}>
              <Link to={path} className="link">
                {title}
              </Link>{" "}
              {m.staff_same_vin_by({ name: sellerName })}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
