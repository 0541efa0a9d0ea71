import { LocateFixed } from "lucide-react";
import { useState } from "react";
import { LocationCombobox } from "#forms/page/location-combobox.tsx";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { FieldError } from "#ui/field.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { useHydrated } from "#ui/use-hydrated.ts";
import { buildCarsSearch, type CarsQuery, changeQuery } from "./cars-address.ts";
import type { CitySuggestion } from "./cars.server.ts";

const FIELD_ID = "cars-near";
const ERROR_ID = "cars-near-error";

type NearFieldProps = { formId: string; near: string; isUnknown: boolean };

/** A city or postal code, with suggestions and a button for the visitor's position. */
export function NearField({ formId, near, isUnknown }: NearFieldProps) {
  return (
    <>
      <LocationCombobox
        field={{
          id: FIELD_ID,
          name: "near",
          form: formId,
          defaultValue: near,
          maxLength: 100,
          autoComplete: "address-level2",
          placeholder: m.cars_near_example(),
          "aria-invalid": isUnknown || undefined,
          "aria-describedby": isUnknown ? ERROR_ID : undefined,
        }}
        onChoose={({ formatted }, input) => fillIn(input, formatted)}
      />
      <LocateButton />
    </>
  );
}

/** Fires the event of a changed field, so that the form applies it. */
function fillIn(field: HTMLInputElement, text: string): void {
  field.value = text;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

type LocateState = "idle" | "asking" | "denied" | "failed" | "abroad";

/** Asks for the position only when pressed; the server finds the city and stores nothing. */
function LocateButton() {
  const [state, setState] = useState<LocateState>("idle");
  const isHydrated = useHydrated();
  const locate = async () => {
    if (state === "asking") return;
    setState("asking");
    const located = await locateTown();
    setState(located.state);
    const field = document.getElementById(FIELD_ID);
    if (located.state === "idle" && field instanceof HTMLInputElement) fillIn(field, located.town);
  };
  return (
    <>
      <button
        type="button"
        // It has its space from the beginning: appearing late would shift what people press.
        className={`search-bar__locate with-script ${isHydrated ? "" : "invisible"}`.trim()}
        aria-disabled={state === "asking" || undefined}
        onClick={() => void locate()}
      >
        <LocateFixed className="icon size-4" aria-hidden />
        {state === "asking" ? m.cars_locating() : m.cars_locate()}
      </button>
      <span role="status" className="small">
        {state === "denied" && m.cars_locate_denied()}
        {state === "failed" && m.cars_locate_failed()}
        {state === "abroad" && m.cars_locate_abroad()}
      </span>
    </>
  );
}

type Located = { state: "idle"; town: string } | { state: "denied" | "failed" | "abroad" };

async function locateTown(): Promise<Located> {
  try {
    const { latitude, longitude } = await readPosition();
    const response = await fetch(hrefIn(paths.nearestPlace()), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ lat: roundCoordinate(latitude), lon: roundCoordinate(longitude) }),
    });
    if (!response.ok) return { state: "failed" };
    const { formatted } = (await response.json()) as { formatted: string | null };
    return formatted === null ? { state: "abroad" } : { state: "idle", town: formatted };
  } catch (error) {
    const isDenied =
      error instanceof GeolocationPositionError && error.code === error.PERMISSION_DENIED;
    return { state: isDenied ? "denied" : "failed" };
  }
}

const TIMEOUT_MS = 15_000;
const OLDEST_MS = 10 * 60_000;

function readPosition(): Promise<GeolocationCoordinates> {
  return new Promise((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(({ coords }) => resolve(coords), reject, {
      timeout: TIMEOUT_MS,
      maximumAge: OLDEST_MS,
    }),
  );
}

/** Rounded to about a kilometre: enough for the city, and no address. */
function roundCoordinate(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}

/** An unknown location does not filter: shows a suggestion, or what to type instead. */
export function UnknownLocation({
  query,
  suggestion,
}: {
  query: CarsQuery;
  suggestion: CitySuggestion | null;
}) {
  return (
    <>
      <FieldError id={ERROR_ID} error={m.cars_near_unknown({ place: query.near })} />
      <p className="small">
        {suggestion ? (
          <Link
            to={`${paths.cars()}${buildCarsSearch(changeQuery(query, { near: suggestion.near }))}`}
            preventScrollReset
          >
            {m.cars_near_meant({ city: suggestion.city })}
          </Link>
        ) : (
          m.cars_near_unknown_try()
        )}
      </p>
    </>
  );
}
