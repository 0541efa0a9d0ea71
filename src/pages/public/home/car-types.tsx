import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { pictureSources } from "#packages/car-illustration/picture-address";
import { Picture } from "#ui/picture.tsx";
import { Reveal } from "#ui/reveal.tsx";
import { BODY_TYPES } from "#values/vehicle.ts";
import { bodyTypeLabel } from "#values/vehicle-label.ts";
import { TYPE_PICTURES } from "./home-pictures.ts";

/** SPEC.md §2: six types, each with picture and name, not clickable. */
export function CarTypes() {
  const locale = getLocale();
  return (
    <section className="sec sub">
      <div className="wrap">
        <div className="sec-h">
          <h2>{m.home_types_title()}</h2>
        </div>
        <div className="types">
          {BODY_TYPES.map((bodyType) => {
            const { illustration, widthsPx, sizes } = TYPE_PICTURES[bodyType];
            return (
              <Reveal key={bodyType} className="type">
                <h3>{bodyTypeLabel(bodyType, locale)}</h3>
                <Picture
                  source={pictureSources(illustration, widthsPx)}
                  alt={m.home_type_picture({ type: bodyTypeLabel(bodyType, locale) })}
                  sizes={sizes}
                />
              </Reveal>
            );
          })}
        </div>
      </div>
    </section>
  );
}
