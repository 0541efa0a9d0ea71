import { type ReactNode, useEffect, useRef } from "react";
import { letRise } from "./let-rise.ts";

type RevealProps = {
  as?: "div" | "section" | "li" | "article" | "figure";
  className?: string;
  children: ReactNode;
};

/**
 * A part of the page that rises into place when it is scrolled into view. In a loaded document the
 * starting script does it (src/starting-script.ts), because the page may never load its modules.
 */
export function Reveal({ as: Element = "div", className, children }: RevealProps) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (element.current?.dataset.reveal === "") letRise(element.current);
  }, []);
  return (
    <Element
      ref={(node: HTMLElement | null) => {
        element.current = node;
      }}
      className={className}
      data-reveal=""
    >
      {children}
    </Element>
  );
}
