export interface Model {
  complete(prompt: string): Promise<string>;
}
