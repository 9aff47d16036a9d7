import { ByteCursor, LETTER_E, MINUS, POINT, POWERS, ZERO } from './cursor.ts';

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
 * The shortest decimal that reads back as the same float32, and of those the nearest.
 *
 * How: at most 9 digits identify a float32, so the value is scaled to a 9-digit integer and trailing digits are rounded
 * away while the rest still reads back. Every candidate is tested by the very operation that a correct reader does
 * (integer divided by an exact power of ten, rounded once to double, once to float32), so the estimate needs no proof.
 * Coordinates with up to four decimals, as people type them, take one multiplication.
 * A loop over `toPrecision` gives the same digits and takes four to five times as long.
 */

/** Bytes that the longest text needs: `-340282350000000000000` and `-0.000001234567891` are shorter. */
export const SHORTEST_FLOAT32_BYTES = 24;

/** Below this, float32s lie closer together than 0.0001, so a decimal of four places that reads back is the only one. */
const FOUR_PLACES_BELOW = 1024;

/** The last decimal found: `digits` × 10 ^ `exponent`. Module state instead of an object for each of millions of calls. */
let digits = 0;
let exponent = 0;

const scratch = new Uint8Array(SHORTEST_FLOAT32_BYTES);

/**
 * The shortest decimal that reads back as the float32 nearest to `value`: `0.1`, `-0`, `12.5`, `1e-7`, `3.4028235e38`.
 * Plain from 1e-6 up to 1e21, with an exponent beyond, never with `e+`.
 *
 * @throws RangeError for NaN and infinities, which no file may hold
 */
export function shortestFloat32(value: number): string {
	const end = writeShortestFloat32(value, scratch, 0);
	let text = '';
	for (let i = 0; i < end; i++) text += String.fromCharCode(scratch[i]);
	return text;
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

/**
 * Writes the text of `shortestFloat32` into `target` from `at` on and returns where it ends.
 * `target` must have `SHORTEST_FLOAT32_BYTES` bytes left.
 *
 * @throws RangeError for NaN and infinities
 */
export function writeShortestFloat32(value: number, target: Uint8Array, at: number): number {
	const single = Math.fround(value);
	if (single - single !== 0) throw new RangeError(`${value} is not a finite float32`);
	if (single === 0) {
		if (Object.is(single, -0)) target[at++] = MINUS;
		target[at++] = ZERO;
		return at;
	}
	if (single < 0) target[at++] = MINUS;
	findDigits(Math.abs(single));
	return writeDecimal(target, at);
}

function findDigits(value: number): void {
	if (value < FOUR_PLACES_BELOW) {
		const tenThousandths = Math.round(value * 1e4);
		if (Math.fround(tenThousandths / 1e4) === value) {
			setDigits(tenThousandths, -4);
			return;
		}
	}
	let scale = 8 - Math.floor(Math.log10(value));
	if (scale > 22 || scale < -21) {
		findByPrecision(value);
		return;
	}
	let scaled = shift(value, scale);
	if (scaled >= 1e9) scaled = shift(value, --scale);
	let best = Math.round(scaled);
	for (let step = 10; ; step *= 10) {
		const candidate = Math.round(scaled / step) * step;
		if (candidate === 0 || !readsBack(shift(candidate, -scale), value)) break;
		best = candidate;
	}
	setDigits(best, -scale);
}

/** `value` × 10 ^ `places`, rounded once. */
function shift(value: number, places: number): number {
	return places < 0 ? value / POWERS[-places] : value * POWERS[places];
}

/**
 * True when a decimal whose nearest double is `double` reads as `single`, also for a reader that rounds straight to float32:
 * a double midway between two float32s may stand for a decimal on either side of the middle.
 */
function readsBack(double: number, single: number): boolean {
	if (Math.fround(double) !== single) return false;
	const mirrored = 2 * double - single;
	return mirrored === single || Math.fround(mirrored) !== mirrored;
}

/** For magnitudes whose powers of ten are not exact; rare enough to be slow. */
function findByPrecision(value: number): void {
	for (let precision = 1; ; precision++) {
		const text = value.toPrecision(precision);
		if (precision < 9 && !readsBack(Number(text), value)) continue;
		const [mantissa, power] = Number(text)
			.toExponential(precision - 1)
			.split('e');
		setDigits(Number(mantissa.replace('.', '')), Number(power) - (precision - 1));
		return;
	}
}

function setDigits(integer: number, power: number): void {
	while (integer % 10 === 0) {
		integer /= 10;
		power++;
	}
	digits = integer;
	exponent = power;
}

/** Writes `digits` × 10 ^ `exponent` by the rules of JavaScript's own number text, but for `e+`. */
function writeDecimal(target: Uint8Array, at: number): number {
	const count = digitCount(digits);
	const point = count + exponent;
	if (point > 21 || point <= -6) return writeScientific(target, at, count, point - 1);
	if (exponent >= 0) {
		writeDigits(target, at, count);
		return target.fill(ZERO, at + count, at + point) && at + point;
	}
	if (point <= 0) {
		target[at] = ZERO;
		target[at + 1] = POINT;
		for (let i = 0; i < -point; i++) target[at + 2 + i] = ZERO;
		writeDigits(target, at + 2 - point, count);
		return at + 2 - point + count;
	}
	writeDigits(target, at + 1, count);
	target.copyWithin(at, at + 1, at + 1 + point);
	target[at + point] = POINT;
	return at + count + 1;
}

function writeScientific(target: Uint8Array, at: number, count: number, power: number): number {
	writeDigits(target, at + 1, count);
	target[at] = target[at + 1];
	target[at + 1] = POINT;
	at += count === 1 ? 1 : count + 1;
	target[at++] = LETTER_E;
	if (power < 0) target[at++] = MINUS;
	const size = Math.abs(power);
	if (size >= 10) target[at++] = ZERO + Math.floor(size / 10);
	target[at++] = ZERO + (size % 10);
	return at;
}

function writeDigits(target: Uint8Array, at: number, count: number): void {
	let rest = digits | 0;
	for (let i = at + count - 1; i >= at; i--) {
		const tenth = (rest / 10) | 0;
		target[i] = ZERO + rest - tenth * 10;
		rest = tenth;
	}
}

function digitCount(integer: number): number {
	let count = 1;
	for (let bound = 10; integer >= bound; bound *= 10) count++;
	return count;
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
