const FLOAT = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const INTEGER = /^[+-]?\d+$/;

/** Longer words are no numbers that anybody wrote; the bound keeps parsing linear. */
const LONGEST_NUMBER = 64;

/** True when a word has the form of a C float: `1`, `-.5`, `1.0e+01`, `-1.2e-007`. */
export function isFloatText(word: string): boolean {
	return word.length <= LONGEST_NUMBER && FLOAT.test(word);
}

/** The value of a C float; undefined when the word is none or float32 cannot hold it. */
export function parseFloatText(word: string): number | undefined {
	if (!isFloatText(word)) return undefined;
	const value = Number(word);
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
