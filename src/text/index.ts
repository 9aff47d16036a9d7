export {
	type DecodedText,
	decodeLatin,
	decodeText,
	encodeLatin,
	excerpt,
	type TextLine,
	textLines,
	words,
} from './decode.ts';
export { formatG, formatLayoutFloat, isFloatText, parseFloatText, parseIntegerText } from './numbers.ts';
