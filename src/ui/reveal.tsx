import { type ReactNode, useEffect, useRef } from "react";
import { letRise } from "./let-rise.ts";

type RevealProps = {
  as?: "div" | "section" | "li" | "article" | "figure";
  className?: string;
  children: ReactNode;
};

/**
 * A part of the page that rises into place when it is scrolled to. In a document the starting script
 * sees to it (src/starting-script.ts), since the page may never need its modules.
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
