import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { pictureSources } from "#packages/car-illustration/picture-address";
import { Picture } from "#ui/picture.tsx";
import { bodyTypeLabel, colourLabel } from "#values/vehicle-label.ts";
import { BODY_TYPES, type BodyType, type Colour, COLOURS } from "#values/vehicle.ts";
import { carCount } from "./cars-words.ts";
import { FacetGroup } from "./facet-group.tsx";
import { TYPE_PICTURES } from "./type-pictures.ts";

type PictureFacetProps<Code extends string> = {
  counts: Readonly<Record<string, number>>;
  chosen: readonly Code[];
};

export function BodyFacet({ counts, chosen }: PictureFacetProps<BodyType>) {
  const locale = getLocale();
  return (
    <FacetGroup title={m.cars_facet_body()} isOpen>
      <div className="bt">
        {BODY_TYPES.map((code) => (
          <label key={code} className={counts[code] ? "" : "zero"}>
            <input
              className="over"
              type="checkbox"
              name="type"
              value={code}
              defaultChecked={chosen.includes(code)}
            />
            <Picture
              source={pictureSources(TYPE_PICTURES[code].illustration, [300])}
              alt=""
              sizes="126px"
            />
            <span>
              {bodyTypeLabel(code, locale)} <Count count={counts[code] ?? 0} />
            </span>
          </label>
        ))}
      </div>
    </FacetGroup>
  );
}

export function ColourFacet({ counts, chosen }: PictureFacetProps<Colour>) {
  const locale = getLocale();
  return (
    <FacetGroup title={m.cars_facet_colour()} isOpen>
      <div className="sw">
        {COLOURS.map((code) => (
          <label key={code} className={counts[code] ? "" : "zero"}>
            <input
              className="over"
              type="checkbox"
              name="colour"
              value={code}
              defaultChecked={chosen.includes(code)}
            />
            <i data-colour={code} aria-hidden />
            <span>
              {colourLabel(code, locale)} <Count count={counts[code] ?? 0} />
            </span>
          </label>
        ))}
      </div>
    </FacetGroup>
  );
}

/** A bare number to look at, with its noun for those who hear it. */
function Count({ count }: { count: number }) {
  const locale = getLocale();
  return (
    <small className="num">
      <span aria-hidden>{count}</span>
      <span className="sr">{carCount(count, locale)}</span>
    </small>
  );
}
