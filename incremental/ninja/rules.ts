/** The rules of a `build.ninja`. Outputs whose content stays are not touched, so with `restat` nothing after them runs. */
export const RULES: readonly string[] = [
	...rule('emit', '$wokflow $arguments', 'writing build.ninja', ['generator = 1']),
	...stepRule('split', 'splitting $what', true),
	...stepRule('prepare', 'preparing $what', true),
	...stepRule('link', 'linking $what', false),
	...stepRule('finish', 'finishing $what', false),
	...stepRule('gather', 'gathering $what', false),
	...stepRule('convert', 'converting $what', true),
];

function stepRule(name: string, description: string, hasDepfile: boolean): string[] {
	const more = hasDepfile ? ['depfile = $depfile'] : [];
	return rule(name, `$wokflow step ${name}$strict $arguments`, description, more);
}

function rule(name: string, command: string, description: string, more: readonly string[]): string[] {
	return [
		`rule ${name}`,
		...[`command = ${command}`, `description = ${description}`, 'restat = 1', ...more].map((line) => `  ${line}`),
	];
}

/** One build statement. All paths are relative to the folder it runs in. */
export function edge(
	rule: string,
	outputs: readonly string[],
	inputs: readonly string[],
	variables: Readonly<Record<string, string>>,
): string[] {
	const list = (paths: readonly string[]): string => paths.map((path) => ` $\n    ${escapedPath(path)}`).join('');
	return [
		`build${list(outputs)}: ${rule}${list([...new Set(inputs)])}`,
		...Object.entries(variables).map(([name, value]) => `  ${name} = ${escapedValue(value)}`),
	];
}

export function escapedValue(value: string): string {
	return value.replace(/\$/g, '$$$$');
}

function escapedPath(path: string): string {
	return path.replace(/[$ :]/g, '$$$&');
}
