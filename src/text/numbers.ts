import { ByteCursor } from './cursor.ts';

const INTEGER = /^[+-]?\d+$/;

/** Longer words are no numbers that anybody wrote; the bound keeps parsing linear. */
const LONGEST_NUMBER = 64;

const word = new ByteCursor(new Uint8Array(LONGEST_NUMBER + 1));

/** The value of a word that is a decimal number (`ByteCursor.decimal` says in which form); NaN for any other. */
function decimalOf(text: string): number {
	const { length } = text;
	if (length > LONGEST_NUMBER) return Number.NaN;
	for (let i = 0; i < length; i++) word.bytes[i] = Math.min(text.charCodeAt(i), 255);
	word.bytes[length] = 0;
	word.at = 0;
	const value = word.decimal();
	return word.at === length ? value : Number.NaN;
}

/** True when a word has the form of a C float: `1`, `-.5`, `1.0e+01`, `-1.2e-007`. */
export function isFloatText(text: string): boolean {
	return !Number.isNaN(decimalOf(text));
}

/** The value of a C float; undefined when the word is none or float32 cannot hold it. */
export function parseFloatText(text: string): number | undefined {
	const value = decimalOf(text);
	return Number.isFinite(Math.fround(value)) ? value : undefined;
}

/** The value of a decimal integer of 32 bits; undefined when the word is none. */
export function parseIntegerText(word: string): number | undefined {
	if (word.length > LONGEST_NUMBER || !INTEGER.test(word)) return undefined;
	const value = Number(word) + 0;
	return value >= -0x80000000 && value <= 0x7fffffff ? value : undefined;
}

/**
 * A number as C's `%.<precision>g` prints it where exponents have three digits (`3.84015e-007`), as in files of the game's
 * own tools. @param value finite
 */
export function formatG(value: number, precision: number): string {
	if (value === 0) return Object.is(value, -0) ? '-0' : '0';
	const [mantissa, power] = Math.abs(value)
		.toExponential(precision - 1)
		.split('e');
	const exponent = Number(power);
	const digits = mantissa.replace('.', '').replace(/0+$/, '');
	const sign = value < 0 ? '-' : '';
	if (exponent < -4 || exponent >= precision) {
		const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
		return `${sign}${digits[0]}${fraction}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(3, '0')}`;
	}
	if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
	const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
	const fraction = digits.slice(exponent + 1);
	return sign + whole + (fraction === '' ? '' : `.${fraction}`);
}

/**
 * A float32 as the game's layouts print it: `%g` with six digits, `.0` after whole numbers (`14.0`, `0.0`). Where six digits
 * would read back as another float32, as many more as it takes, nine at most.
 *
 * @param value finite; rounded to float32 first
 */
export function formatLayoutFloat(value: number): string {
	const float = Math.fround(value);
	let text = '';
	for (let precision = 6; precision <= 9; precision++) {
		text = formatG(float, precision);
		if (Object.is(Math.fround(Number(text)), float)) break;
	}
	return /[.e]/.test(text) ? text : `${text}.0`;
}

/**
 * The shortest decimal that reads back as the float32 nearest to `value`, and of those the nearest: `0.1`, `-0`, `12.5`, `1e-7`, `3.4028235e38`.
 * Plain from 1e-6 up to 1e21, with an exponent beyond, never with `e+`.
 *
 * @throws RangeError for NaN and infinities, which no file may hold
 */
export function shortestFloat32(value: number): string {
	const single = Math.fround(value);
	if (!Number.isFinite(single)) throw new RangeError(`${value} is not a finite float32`);
	if (single === 0) return Object.is(single, -0) ? '-0' : '0';
	// Coordinates as people type them take one multiplication.
	const typed = Math.round(single * 1e4) / 1e4;
	if (Math.abs(single) < FOUR_PLACES_BELOW && Math.fround(typed) === single) return String(typed);
	// Nine digits identify any float32.
	let shortest = Number(single.toPrecision(9));
	for (let precision = 8; precision > 0; precision--) {
		const shorter = Number(single.toPrecision(precision));
		if (!readsBack(shorter, single)) break;
		shortest = shorter;
	}
	return String(shortest).replace('e+', 'e');
}

/** Below this, float32s lie closer together than 0.0001, so a decimal of four places that reads back is the only one. */
const FOUR_PLACES_BELOW = 1024;

/**
 * True when a decimal whose nearest double is `double` reads as `single`, also for a reader that rounds straight to float32:
 * a double midway between two float32s may stand for a decimal on either side of the middle.
 */
function readsBack(double: number, single: number): boolean {
	if (Math.fround(double) !== single) return false;
	const mirrored = 2 * double - single;
	return mirrored === single || Math.fround(mirrored) !== mirrored;
}

/**
 * The same decimal without an exponent: `0.0000001`, `340282350000000000000000000000000000000`.
 *
 * @throws RangeError for NaN and infinities
 */
export function plainFloat32(value: number): string {
	const text = shortestFloat32(value);
	const [mantissa, power] = text.split('e');
	if (power === undefined) return text;
	const sign = mantissa.startsWith('-') ? '-' : '';
	const [whole, fraction = ''] = mantissa.slice(sign.length).split('.');
	const exponent = Number(power);
	if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${whole}${fraction}`;
	return `${sign}${whole}${fraction}${'0'.repeat(exponent - fraction.length)}`;
}

/** A whole number with its thousands grouped: `8,562`. The same on every machine, unlike `toLocaleString`. */
export function grouped(value: number): string {
	return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 face`, `12,345 faces` */
export function counted(count: number, one: string, many: string = `${one}s`): string {
	return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** As `counted`, as messages of findings have it: `1 vertex lies`, `12345 vertices lie`. */
export function countOf(count: number, one: string, many: string = `${one}s`): string {
	return `${count} ${count === 1 ? one : many}`;
}

/** A number with at most `digits` decimals and none of them a trailing zero. */
export function decimal(value: number, digits = 2): string {
	return String(Number(value.toFixed(digits)));
}

/** Whole numbers in ascending order as ranges: `3`, `5-9`. */
export function rangesOf(numbers: readonly number[]): string[] {
	const ranges: [from: number, to: number][] = [];
	for (const each of numbers) {
		const last = ranges.at(-1);
		if (last?.[1] === each - 1) last[1] = each;
		else ranges.push([each, each]);
	}
	return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`));
}

/** Numbers as `decimal` writes them, with blanks between: `12 4.05 0`. */
export function decimals(values: readonly number[], digits = 3): string {
	return values.map((value) => decimal(value, digits)).join(' ');
}

/** A length in metres to whole millimetres, for messages; zero is never negative. */
export function toMillimetres(value: number): number {
	return Math.round(value * 1000) / 1000 + 0;
}
