import { useEffect, useRef, useState } from "react";
import { m } from "#messages/messages.js";
import { isBodyType, type Style, STYLE_OF_BODY_TYPE } from "#values/vehicle.ts";

/**
 * Stands under the style: chooses the one nearest to the body type, and says so. A style that the
 * person chose stays. Without JavaScript the server fills in a style that was left blank.
 */
export function StyleFollower() {
  const inside = useRef<HTMLDivElement>(null);
  const [isFilled, setFilled] = useState(false);
  useEffect(() => {
    const form = inside.current?.closest("form");
    const [styles, bodyTypes] = ["style", "bodyType"].map((name) => form?.elements.namedItem(name));
    if (!form || !(styles instanceof RadioNodeList)) return;
    let filled: Style | undefined;
    // One that came with the page and fits follows as well.
    if (bodyTypes instanceof RadioNodeList && isBodyType(bodyTypes.value)) {
      const nearest = STYLE_OF_BODY_TYPE[bodyTypes.value];
      if (nearest === styles.value) filled = nearest;
    }
    // On the form, so that its autosave, which listens further out, finds both answers.
    const follow = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement)) return;
      if (target.name === "style") setFilled(target.value === filled);
      if (target.name !== "bodyType" || !isBodyType(target.value)) return;
      if (styles.value !== "" && styles.value !== filled) return;
      filled = STYLE_OF_BODY_TYPE[target.value];
      styles.value = filled;
      setFilled(true);
    };
    form.addEventListener("change", follow);
    return () => form.removeEventListener("change", follow);
  }, []);
  return (
    <div ref={inside} role="status">
      {isFilled && <p className="field-hint mt-1.5">{m.sell_car_from_body_type()}</p>}
    </div>
  );
}
