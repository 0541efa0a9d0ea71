import type { ReactNode } from "react";

/** A titled part of a lead; the level of its heading follows from the page around it. */
export function Section(props: {
  title: string;
  level: "h2" | "h3";
  id?: string;
  className?: string;
  children: ReactNode;
}) {
  const { title, level: Heading, id, className, children } = props;
  return (
    <section id={id} className={className}>
      <Heading className="mb-2 text-[15px]">{title}</Heading>
      {children}
    </section>
  );
}
