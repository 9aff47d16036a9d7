type Point = readonly [x: number, y: number, z: number];

/**
 * A scene as people make them first, as OBJ: three rooms with walls between that have thickness, a door and things as objects beside them, and the names
 * that a program gives to materials.
 */
export function cantina(): string {
	const lines: string[] = [];
	let vertices = 0;
	const quad = (...points: readonly Point[]): void => {
		for (const [x, y, z] of points) lines.push(`v ${x} ${z} ${-y}`);
		lines.push(`f ${points.map((_, i) => vertices + i + 1).join(' ')}`);
		vertices += points.length;
	};
	const room = (name: string, x: number, width: number, floor: string): void => {
		const right = x + width;
		lines.push(`o ${name}`, `usemtl ${floor}`);
		quad([x, 0, 0], [right, 0, 0], [right, 5, 0], [x, 5, 0]);
		lines.push('usemtl Material.002');
		quad([right, 0, 0], [x, 0, 0], [x, 0, 2.6], [right, 0, 2.6]);
		quad([x, 5, 0], [right, 5, 0], [right, 5, 2.6], [x, 5, 2.6]);
		lines.push('usemtl Material.003');
		quad([x, 5, 2.6], [right, 5, 2.6], [right, 0, 2.6], [x, 0, 2.6]);
	};
	const box = (name: string, material: string, [a, b, c]: Point, [d, e, f]: Point): void => {
		lines.push(`o ${name}`, `usemtl ${material}`);
		quad([a, b, f], [d, b, f], [d, e, f], [a, e, f]);
		quad([a, e, c], [d, e, c], [d, b, c], [a, b, c]);
		quad([a, b, c], [d, b, c], [d, b, f], [a, b, f]);
		quad([d, b, c], [d, e, c], [d, e, f], [d, b, f]);
		quad([d, e, c], [a, e, c], [a, e, f], [d, e, f]);
		quad([a, e, c], [a, b, c], [a, b, f], [a, e, f]);
	};
	room('Hall', 0, 6, 'Material');
	room('Bar', 6.2, 5, 'Material.001');
	room('Kitchen', 11.4, 4, 'Material.001');
	box('Door', 'Material.004', [6.05, 2, 0], [6.15, 3, 2.1]);
	box('Table', 'Wood.001', [2, 2, 0], [3.5, 3, 0.8]);
	return `${lines.join('\n')}\n`;
}
