/** Findings by rule: one row for all that a rule has to say. */
import type { FindingInfo, Severity } from "../../live/messages.js";

export const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];

export interface RuleGroup {
  readonly code: string;
  readonly name: string;
  /** The worst of its findings. */
  readonly severity: Severity;
  readonly findings: readonly FindingInfo[];
  /** Whether fixes are on offer, and whether all of them are safe. */
  readonly fixable: number;
  readonly safe: boolean;
}

/** Errors first, then the rules with most findings. */
export function groupByRule(findings: readonly FindingInfo[]): RuleGroup[] {
  const byCode = new Map<string, FindingInfo[]>();
  for (const finding of findings) {
    const same = byCode.get(finding.code) ?? [];
    same.push(finding);
    byCode.set(finding.code, same);
  }
  const groups = [...byCode].map(([code, own]): RuleGroup => {
    const severity = SEVERITIES.find((one) => own.some((finding) => finding.severity === one));
    const fixes = own.flatMap(({ fix }) => (fix ? [fix] : []));
    return {
      code,
      name: own[0]?.name ?? "",
      severity: severity ?? "info",
      findings: own,
      fixable: fixes.length,
      safe: fixes.length > 0 && fixes.every(({ safe }) => safe),
    };
  });
  const rank = ({ severity }: RuleGroup) => SEVERITIES.indexOf(severity);
  return groups.sort((a, b) => rank(a) - rank(b) || b.findings.length - a.findings.length);
}

/** Whether all words of a query are somewhere in a finding. */
export function matchesFinding(finding: FindingInfo, query: string): boolean {
  const { code, name, message, file, part, path } = finding;
  const text = [code, name, message, file, part?.name, path].join(" ").toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** A finding as a terminal would print it. */
export function findingText(finding: FindingInfo, place: string): string {
  const { severity, code, name, message, notes } = finding;
  const head = `${place === "" ? "" : `${place}: `}${severity}[${`${code} ${name}`.trim()}]: ${message}`;
  return [head, ...notes.map((note) => `  note: ${note}`)].join("\n");
}
