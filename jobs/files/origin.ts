import { encodeBwm } from '../../exporters/bwm/encode.ts';
import { decodeBwm, looksLikeBwm } from '../../importers/bwm/decode.ts';
import { deriveBwm, walkmeshFromBwm } from '../../src/bwm/derive.ts';
import { Report } from '../../src/findings/report.ts';
import { SURFACE_TABLES, type SurfaceTable } from '../../src/model/surfaces.ts';
import type { AabbSplit } from '../../src/tree/build.ts';

/**
 * Recognising a file that wokflow made by its content alone, for when no log (`written.ts`) knows it, such as in a fresh clone or on another
 * machine.
 */

/** Beginnings of the texts that wokflow writes; glTF names its generator there. */
const STAMPS: readonly RegExp[] = [
	// OBJ, ASCII walkmeshes, Ninja rules.
	/^# wokflow: KotOR walkmesh/,
	/^(?:\s*#[^\n]*\n)*\s*# wokflow (?:area|placeable|door)\b/,
	/^# Made by wokflow /,
	// Material libraries of the OBJ exporter: nothing but its own seven lines, again and again.
	/^(?:newmtl [^\n]+\nKd [\d.]+ [\d.]+ [\d.]+\nKa 0 0 0\nKs 0 0 0\nd 1\nillum 1\n\n?)+$/,
	// Plans.
	/^(?:<\?xml[^>]*>\s*)?<svg\b[^>]*\baria-labelledby="plan-title plan-counts"/,
	// Pages that show levels.
	/^<!doctype html>\n<!-- Made by wokflow:/,
	// What commands print as JSON.
	/^\{\s*"version": \d+,\s*"wokflow": "/,
	// Reports and placements of levels.
	/^\{\s*"level": "[^\n]*",\s*"rooms": \[/,
	/^\{\s*"version": \d+,\s*"level": "[^\n]*",\s*"placements": \[/,
	// Inspection glTF; a program that saves it anew puts its own name there.
	/^\{\s*"asset":\s*\{\s*"generator":\s*"wokflow"/,
];
/** Text chunk near the end of a PNG. */
const PNG_STAMP = 'tEXtSoftware\0wokflow';

/** Characters at the beginning of a text that are compared; material libraries are shorter than this. */
const LOOKED_AT = 64 * 1024;

/**
 * True for a binary file that wokflow wrote and nobody changed: a program that saves it again writes its own name or tables. A text keeps its
 * mark when it is edited further down, so it does not count.
 */
export function isWhollyMadeByWokflow(bytes: Uint8Array): boolean {
	return (looksLikeBwm(bytes) || isGlb(bytes)) && isMadeByWokflow(bytes);
}

/** True for a file with a mark of wokflow. A text may have been edited since. */
export function isMadeByWokflow(bytes: Uint8Array): boolean {
	if (looksLikeBwm(bytes)) return isOwnWalkmesh(bytes);
	if (latin1(bytes.subarray(1, 4)) === 'PNG') return latin1(bytes.subarray(-64)).includes(PNG_STAMP);
	const text = latin1(textOf(bytes).subarray(0, LOOKED_AT));
	return STAMPS.some((stamp) => stamp.test(text));
}

function latin1(bytes: Uint8Array): string {
	return new TextDecoder('latin1').decode(bytes);
}

/** The JSON of a GLB; anything else as it is. */
function textOf(bytes: Uint8Array): Uint8Array {
	return isGlb(bytes) ? bytes.subarray(20) : bytes;
}

function isGlb(bytes: Uint8Array): boolean {
	return bytes.length > 20 && latin1(bytes.subarray(0, 4)) === 'glTF';
}

/**
 * A binary walkmesh has no room for a mark, but its AABB tree shows the writer: deriving the file anew with wokflow's SAH split gives the same
 * bytes, and with the game's median split it does not. Files whose trees are the same with both, and those of placeables and doors, which
 * have no tree, cannot be recognised.
 */
function isOwnWalkmesh(bytes: Uint8Array): boolean {
	try {
		const report = new Report({ keep: 0 });
		const walkmesh = walkmeshFromBwm(decodeBwm(bytes, report), { name: '', kind: 'placeable' }, report);
		if (walkmesh.kind !== 'area') return false;
		const isDerived = (table: SurfaceTable, tree: AabbSplit): boolean =>
			Buffer.compare(encodeBwm(deriveBwm(walkmesh, table, report, { tree })), bytes) === 0;
		return Object.values(SURFACE_TABLES).some(
			(table) => (isDerived(table, 'best') || isDerived(table, 'fast')) && !isDerived(table, 'median'),
		);
	} catch {
		return false;
	}
}
