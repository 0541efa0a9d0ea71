import type { Page } from "playwright-core";

/**
 * The windows in which pages are measured: phones, one of them in landscape, a tablet, a laptop, a
 * desktop.
 */
const WINDOWS = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 768, height: 1024 },
  { width: 1280, height: 900 },
  { width: 1440, height: 900 },
];

/**
 * What is covered on a page in its current state, in each of the windows, one line each: a control
 * or text under something fixed, at any scroll position; content that bars hide permanently; text
 * of one section under another; a word in a table heading that is broken; a page wider than its
 * window.
 */
export async function findCovered(page: Page): Promise<string[]> {
  const before = page.viewportSize();
  const found: string[] = [];
  for (const size of WINDOWS) {
    await page.setViewportSize(size);
    const here = await page.evaluate(measure);
    found.push(...here.map((each) => `${size.width} × ${size.height}: ${each}`));
  }
  if (before) await page.setViewportSize(before);
  return found;
}

/**
 * Runs in the page, so everything that it needs is inside it. It does not scroll: the position of a
 * sticky element is computed from its own position, its container and how far the page scrolls.
 */
function measure(): string[] {
  type Box = { left: number; right: number; top: number; bottom: number };
  /**
   * `at` returns the position of its upper edge in the document, scrolled down by that number of
   * pixels.
   */
  type Stuck = { element: HTMLElement; box: Box; heightPx: number; at(scrolledPx: number): number };

  /** The largest share of a window's height that bars may take. */
  const MOST_OF_WINDOW = 0.3;
  const MOST_FINDINGS = 4;
  const CONTROLS = "a[href], button, input, select, textarea, summary";

  const root = document.documentElement;
  const widthPx = root.clientWidth;
  const heightPx = innerHeight;
  const farthestPx = Math.max(0, root.scrollHeight - heightPx);
  const clamp = (value: number, least: number, most: number) =>
    Math.max(least, Math.min(value, most));

  const boxOf = (element: Element): Box => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return { left, right, top: top + scrollY, bottom: bottom + scrollY };
  };
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
  };
  const meets = (one: Box, other: Box) =>
    one.left < other.right - 1 &&
    other.left < one.right - 1 &&
    one.top < other.bottom - 1 &&
    other.top < one.bottom - 1;
  const nameOf = (element: Element) => {
    const text = (element.getAttribute("aria-label") ?? element.textContent).trim();
    return `${element.tagName.toLowerCase()}.${element.className} “${text.slice(0, 40)}”`;
  };

  const everything = [...document.body.getElementsByTagName("*")].filter(
    (element) => element instanceof HTMLElement,
  );
  const hasWords = (element: Element) =>
    [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
    );

  /**
   * The visible box of an element: for text the box of its letters, clipped by the boxes around it.
   */
  const visibleBox = (element: Element): Box => {
    let box = boxOf(element);
    if (!element.matches(CONTROLS)) {
      const range = document.createRange();
      range.selectNodeContents(element);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      box = { left, right, top: top + scrollY, bottom: bottom + scrollY };
    }
    for (let outer = element.parentElement; outer; outer = outer.parentElement) {
      if (outer === document.body || getComputedStyle(outer).overflow === "visible") continue;
      const clip = boxOf(outer);
      box = {
        left: Math.max(box.left, clip.left),
        right: Math.min(box.right, clip.right),
        top: Math.max(box.top, clip.top),
        bottom: Math.min(box.bottom, clip.bottom),
      };
    }
    return box;
  };

  const readStuck = (element: HTMLElement): Stuck | null => {
    const { position, top, bottom } = getComputedStyle(element);
    if ((position !== "fixed" && position !== "sticky") || !isShown(element)) return null;
    // A toast covers the page only while it is shown (docs/decisions/0049).
    if (element.classList.contains("toasts")) return null;
    const box = boxOf(element);
    const height = box.bottom - box.top;
    if (position === "fixed") {
      const fromTopPx = box.top - scrollY;
      // For example the link that is shown only when it has the focus.
      if (fromTopPx + height <= 0 || fromTopPx >= heightPx) return null;
      return { element, box, heightPx: height, at: (scrolledPx) => scrolledPx + fromTopPx };
    }
    element.style.position = "static";
    const own = boxOf(element);
    let around = element.parentElement;
    while (around && getComputedStyle(around).display === "contents") around = around.parentElement;
    // In a grid it stays within its cell, which it fills when it is stretched.
    element.style.alignSelf = "stretch";
    const isInGrid = around !== null && getComputedStyle(around).display === "grid";
    const limits = around && !isInGrid ? boxOf(around) : boxOf(element);
    element.style.position = "";
    element.style.alignSelf = "";
    const at = (scrolledPx: number) => {
      if (top !== "auto") {
        const wanted = Math.max(own.top, scrolledPx + Number.parseFloat(top));
        return Math.max(own.top, Math.min(wanted, limits.bottom - height));
      }
      const wanted = Math.min(own.top, scrolledPx + heightPx - Number.parseFloat(bottom) - height);
      return Math.min(own.top, Math.max(wanted, limits.top));
    };
    return { element, box: own, heightPx: height, at };
  };

  const stuck = everything.flatMap((element) => readStuck(element) ?? []);
  const isBar = ({ box }: Stuck) => box.left < 1 && box.right > widthPx - 1;
  const bars = stuck.filter(isBar);
  const isInBar = ({ box, at, heightPx: height }: Stuck) =>
    bars.some(
      (bar) =>
        bar.at(0) <= at(0) + 1 &&
        at(0) + height <= bar.at(0) + bar.heightPx + 1 &&
        box.right <= bar.box.right + 1,
    );
  const floating = stuck.filter((each) => !isBar(each) && !isInBar(each));

  const found: string[] = [];
  const isStuck = (element: Element) => stuck.some((each) => each.element.contains(element));
  const marks = everything.filter(
    (element) =>
      (element.matches(CONTROLS) || hasWords(element)) && isShown(element) && !isStuck(element),
  );
  for (const mark of marks) {
    const box = boxOf(mark);
    if (box.right <= 0 || box.left >= widthPx || box.bottom <= 0) continue;
    for (const { element, box: own, heightPx: height, at } of floating) {
      const swept = { ...own, top: at(0), bottom: at(farthestPx) + height };
      if (meets(box, swept) && meets(visibleBox(mark), swept))
        found.push(`${nameOf(element)} covers ${nameOf(mark)}`);
    }
    const middle = (box.top + box.bottom) / 2;
    const scrolledPx = clamp(middle - heightPx / 2, 0, farthestPx);
    const hiding = bars.filter((bar) =>
      meets(box, {
        ...bar.box,
        top: bar.at(scrolledPx),
        bottom: bar.at(scrolledPx) + bar.heightPx,
      }),
    );
    if (box.bottom - box.top < heightPx / 2)
      found.push(...hiding.map(({ element }) => `${nameOf(element)} hides ${nameOf(mark)}`));
  }

  for (const scrolledPx of [0, farthestPx / 2, farthestPx]) {
    const taken = bars.reduce((sum, { at, heightPx: height }) => {
      const top = at(scrolledPx) - scrolledPx;
      return sum + clamp(top + height, 0, heightPx) - clamp(top, 0, heightPx);
    }, 0);
    if (taken > heightPx * MOST_OF_WINDOW) found.push(`bars take ${taken} px of ${heightPx}`);
  }

  const inStuck = everything.filter(
    (element) => element.matches(CONTROLS) && isShown(element) && isStuck(element),
  );
  for (const [index, one] of inStuck.entries()) {
    for (const other of inStuck.slice(index + 1)) {
      if (one.contains(other) || other.contains(one) || !meets(boxOf(one), boxOf(other))) continue;
      // What scrolls inside a sticky element is clipped at its edge.
      if (!meets(visibleBox(one), visibleBox(other))) continue;
      found.push(`${nameOf(one)} and ${nameOf(other)} lie over each other`);
    }
  }

  const parts = [...(document.getElementById("main")?.children ?? [])].filter(
    (part) => isShown(part) && !isStuck(part),
  );
  for (const [index, part] of parts.entries()) {
    const covering = parts.slice(index + 1).map(boxOf);
    if (!covering.some((box) => meets(boxOf(part), box))) continue;
    for (const mark of marks) {
      if (part.contains(mark) && covering.some((box) => meets(visibleBox(mark), box)))
        found.push(`${nameOf(mark)} lies under the next section`);
    }
  }

  for (const heading of document.getElementsByTagName("th")) {
    const nodes = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      for (const { index, 0: word } of (node.nodeValue ?? "").matchAll(/[^\s-]+/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(`“${word}” is broken`);
      }
    }
  }

  const widerPx = root.scrollWidth - widthPx;
  if (widerPx > 0) found.push(`the page is ${widerPx} px wider than its window`);
  return [...new Set(found)].slice(0, MOST_FINDINGS);
}
