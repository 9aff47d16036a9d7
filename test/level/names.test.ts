import { expect, it } from 'vitest';
import { checkModelName, findDuplicateNames } from '../../src/model/level.ts';

it.each([
	['m01aa_08c', []],
	['A', []],
	['sixteen_chars_ok', []],
	['****', []],
	['', ['empty']],
	['seventeen_chars_x', ['length']],
	['m01aa-08c', ['characters']],
	['room one', ['characters']],
	['räume', ['characters']],
	['***', ['characters']],
	['a name with far too many', ['length', 'characters']],
])('checkModelName %j: %j', (name, problems) => {
	expect(checkModelName(name)).toEqual(problems);
});

it('findDuplicateNames compares without regard to case and leaves placeholders alone', () => {
	const names = ['Room_a', '****', 'b', 'ROOM_A', '****', 'B', 'room_a', 'c'];
	expect(findDuplicateNames(names)).toEqual([
		{ name: 'Room_a', indices: [0, 3, 6] },
		{ name: 'b', indices: [2, 5] },
	]);
	expect(findDuplicateNames(['__proto__', 'constructor'])).toEqual([]);
});
