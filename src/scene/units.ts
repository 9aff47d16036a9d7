/** Which axis of a source points up. */
export type UpAxis = 'x' | 'y' | 'z';

/** The length that one unit of a source stands for. */
export type LengthUnit = 'm' | 'cm' | 'mm' | 'in' | 'ft';

export const METRES_PER_UNIT: Readonly<Record<LengthUnit, number>> = {
	m: 1,
	cm: 0.01,
	mm: 0.001,
	in: 0.0254,
	ft: 0.3048,
};

/** Units in words. */
export const UNIT_NAMES: Readonly<Record<LengthUnit, string>> = {
	m: 'metres',
	cm: 'centimetres',
	mm: 'millimetres',
	in: 'inches',
	ft: 'feet',
};

/** What a comment says the unit of a file is. */
export interface StatedUnit {
	readonly unit: LengthUnit;
	/** From 1. */
	readonly line: number;
}

const WORDS: readonly (readonly [LengthUnit, RegExp])[] = [
	['mm', /^(?:millimet(?:er|re)s?|mm)$/i],
	['cm', /^(?:centimet(?:er|re)s?|cm)$/i],
	['m', /^(?:met(?:er|re)s?|m)$/i],
	['in', /^(?:inch(?:es)?|in)$/i],
	['ft', /^(?:foot|feet|ft)$/i],
];

/** Maya: `This file uses centimeters as units for …`; SketchUp: `File units = inches`; others: `Units: cm`. */
const STATEMENTS: readonly RegExp[] = [/\buses\s+(\w+)\s+as\s+units\b/i, /\bunits?\s*(?:=|:|is|are)\s*(\w+)/i];

/** The unit that the first comments (`#`) of a text state; undefined when none does. */
export function statedUnit(head: string): StatedUnit | undefined {
	for (const [index, line] of head.split(/\r\n|\n|\r/).entries()) {
		if (!/^\s*#/.test(line)) continue;
		for (const statement of STATEMENTS) {
			const word = statement.exec(line)?.[1] ?? '';
			const unit = WORDS.find(([, pattern]) => pattern.test(word))?.[0];
			if (unit !== undefined) return { unit, line: index + 1 };
		}
	}
	return undefined;
}
