import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { findFutureAfterSi, findMasculineState, isImperative } from "./french-grammar.ts";
import { listPressedKeys } from "./pressed-words.ts";

// Errors that a French reader notices and no compiler finds. Typography is tested in
// messages.test.ts.

const read = (folder: string) =>
  readdirSync(folder).map((name) => [name, readFileSync(`${folder}/${name}`, "utf8")] as const);
const messages = read("messages/fr").flatMap(([, text]) =>
  Object.entries(JSON.parse(text) as Record<string, string>),
);
const articles = read("content/blog/fr");
// Only the newest version of each document; older versions stay as they were agreed to.
const terms = read("content/terms").filter(([name]) => /^(site-2|dealers-1)\.fr/.test(name));
const texts = [...messages, ...articles, ...terms];

/** The findings of all texts, as `key: found`. */
const list = (find: (text: string) => string[]) =>
  texts.flatMap(([name, text]) => find(text).map((found) => `${name}: ${found}`));

test("there is French to read", () => {
  expect(messages.length).toBeGreaterThan(3_000);
  expect(articles.length).toBeGreaterThan(5);
  expect(listPressedKeys().size).toBeGreaterThan(300);
});

test("no condition is told in the future or the conditional", () => {
  expect(list(findFutureAfterSi)).toEqual([]);
});

test("buttons and links are in the infinitive", () => {
  const words = new Map(messages);
  const wrong = [...listPressedKeys()].filter((key) => isImperative(words.get(key) ?? ""));
  expect(wrong.map((key) => `${key}: ${words.get(key)}`)).toEqual([]);
});

test("no state of the reader is a man’s only", () => {
  expect(list(findMasculineState)).toEqual([]);
});

describe("the rules themselves", () => {
  test.each([
    "Si vous garderez le véhicule dans l’une des dix provinces, changez l’endroit.",
    "Si l’auto serait à vous, dites-le.",
    "Votre offre tient si le vendeur voudra vous parler.",
    "Nous vous rappelons, s’il faudrait un autre document.",
    "Si vous choisirez une offre, les autres se ferment.",
    "Votre demande est fermée si vous n’enverrez rien.",
    "SI VOUS PRENDREZ RENDEZ-VOUS, APPELEZ",
  ])("finds the fault in %j", (text) => {
    expect(findFutureAfterSi(text)).toHaveLength(1);
  });

  test.each([
    "Si vous comptez garder le véhicule, vous devrez changer l’endroit.",
    "Si vous retirez ou préférez attendre, nous vous écrirons.",
    "Si vous entrez, montrez ou enregistrez une offre, elle restera là.",
    "S’il s’agissait d’une fraude, vous pourriez appeler la police.",
    "Dites-nous si vous viendrez.",
    "Vérifiez si quelqu’un pourra vous aider.",
    "Le prix tombe même si personne ne voudrait vendre.",
    "Si bien que le site vous écrira.",
    "Ainsi, vous verrez le taux.",
  ])("finds none in %j", (text) => {
    expect(findFutureAfterSi(text)).toEqual([]);
  });

  test.each([
    ["Obtenez l’approbation", true],
    ["Faites votre demande", true],
    ["Ne payez pas", true],
    ["Obtenir mon offre", false],
    ["Chez mes parents", false],
    ["Vouliez-vous dire Laval ?", false],
  ])("%j in the imperative: %s", (text, is) => {
    expect(isImperative(text)).toBe(is);
  });

  test.each([
    ["Vous êtes connecté, mais ce compte ne permet rien.", 1],
    ["Les demandes envoyées en étant connecté", 1],
    ["Vous serez alors déconnecté partout.", 1],
    ["Vous êtes admissible à une préapprobation", 0],
    ["Votre session est fermée", 0],
  ])("%j: %i", (text, count) => {
    expect(findMasculineState(text)).toHaveLength(count);
  });
});
