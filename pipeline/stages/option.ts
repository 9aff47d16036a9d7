/** What declares the options of a stage. Its sentence comes first, then what its values are, then its default, then all else. */
export {
	choice,
	degrees,
	flag,
	metres,
	number,
	optional,
	orFalse,
	orWords,
	pairs,
	squareMetres,
	text,
	texts,
	value,
	vector,
} from '../../src/findings/options.ts';
