/** All that is known of one finding. */
import { button } from "../../dom/button.js";
import { el } from "../../dom/element.js";
import type { FindingInfo } from "../../live/messages.js";
import type { Viewer } from "../../viewer.js";
import { copyText } from "../joints/clipboard.js";
import { excerptOf, placeOf } from "./excerpt.js";
import { findingText } from "./groups.js";

export function findingDetails(
  viewer: Viewer,
  finding: FindingInfo,
  opensEditor: boolean,
): HTMLElement {
  const { notes, related, fix } = finding;
  const place = placeOf(finding);
  const excerpt = excerptOf(finding);
  const details = el("div", { class: "finding-more" });
  if (place !== "")
    details.append(el("span", { class: "place", text: place, title: finding.file ?? "" }));
  if (excerpt)
    details.append(
      el(
        "pre",
        { class: "excerpt", tabindex: 0, "aria-label": `Source of ${place}` },
        el("code", { text: excerpt.text }),
        "\n",
        el("span", { class: "carets", text: excerpt.marks, "aria-hidden": "true" }),
      ),
    );
  for (const other of related)
    details.append(el("p", { class: "finding-note", text: `${other.label}: ${placeOf(other)}` }));
  for (const note of notes) details.append(el("p", { class: "finding-note", text: note }));
  if (fix)
    details.append(
      el("p", {
        class: "finding-note",
        text: `fourbar fix can ${fix.description}${fix.safe ? "" : " (not always safe)"}.`,
      }),
    );
  const actions = el("div", { class: "finding-actions" });
  actions.append(
    button({
      label: "Copy finding",
      text: "Copy",
      icon: "copy",
      press: () => void copyText(viewer, findingText(finding, place), "Finding"),
    }),
  );
  const editor = opensEditor && editorLink(viewer, finding);
  if (editor) actions.append(editor);
  details.append(actions);
  return details;
}

/** A link that editors take from the browser; only for files of this machine. */
function editorLink(viewer: Viewer, { file, line, column }: FindingInfo): HTMLElement | undefined {
  const path = viewer.info?.path;
  if (!path || file === null || line === null || !path.endsWith(file.replace(/^.*[\\/]/, "")))
    return undefined;
  return el("a", {
    class: "button",
    href: `${viewer.preferences.editor}://file${encodeURI(path)}:${line}:${column ?? 1}`,
    text: "Open in editor",
  });
}
