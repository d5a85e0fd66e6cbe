// Write alpha-beta (or minimax), then try it:
//
//     dotnet new console -o search && cp Search.cs search/Program.cs && dotnet build search -o out
//     plywood exercise run -- out/search
//
// or with Mono:
//
//     mcs Search.cs
//     plywood exercise run -- mono Search.exe
//
// Console.WriteLine writes to standard error, so you can print what you like.

using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;

static class Search
{
    /// <summary>Returns what <c>node</c> is worth for MAX, and its best child (null at a leaf).</summary>
    /// <remarks>
    /// node.IsLeaf      whether it has no children
    /// node.Children    its children, from left to right
    /// node.Value       of a leaf: its value for MAX; of any other node: its static evaluation
    /// depth            the number of plies to search; very large if there is no limit
    /// isMax            whether MAX moves at this node; otherwise MIN does
    ///
    /// Only for tasks with chance nodes, or with players who do not take turns:
    /// node.Player       who moves at the node: "max", "min" or "chance"
    /// node.Probability  after a chance node: how likely it is that chance leads here
    ///
    /// Stop at a leaf, and when the depth is used up. Do not read a value that can no longer matter.
    /// </remarks>
    static (double Value, Node Best) Run(Node node, int depth, bool isMax)
    {
        if (depth == 0 || node.IsLeaf) return (node.Value, null);
        // Fill in about ten lines here. You may also write other methods and classes.
        throw new NotImplementedException("write the body of Run() first");
    }

    // ---- Change nothing below this line: it talks to plywood. ----

    sealed class Node
    {
        readonly string path;
        List<Node> children;
        double? value, probability;
        string player;

        public Node(string path) => this.path = path;

        public string Path => path.Length == 0 ? "-" : path;

        string AskText(string what)
        {
            Out.WriteLine(what + " " + Path);
            Out.Flush();
            return Console.In.ReadLine();
        }

        double Ask(string what) => double.Parse(AskText(what), CultureInfo.InvariantCulture);

        public IReadOnlyList<Node> Children
        {
            get
            {
                if (children != null)
                {
                    Out.WriteLine("again children " + Path);
                    return children;
                }
                int count = (int)Ask("children");
                children = new List<Node>();
                for (int number = 1; number <= count; number++)
                    children.Add(new Node(path.Length == 0 ? number.ToString() : path + "." + number));
                return children;
            }
        }

        public string Player => player ?? (player = AskText("player"));

        public double Probability => (probability ?? (probability = Ask("probability"))).Value;

        public bool IsLeaf => Children.Count == 0;

        public double Value
        {
            get
            {
                if (value == null) value = Ask("value");
                else Out.WriteLine("again value " + Path);
                return value.Value;
            }
        }
    }

    static readonly TextWriter Out = new StreamWriter(Console.OpenStandardOutput());

    static void Main()
    {
        Console.SetOut(Console.Error);
        for (string line = Console.In.ReadLine(); line != null; line = Console.In.ReadLine())
        {
            string[] words = line.Split(' ');
            if (words[0] != "search") continue;
            int depth = words.Length > 4 ? int.Parse(words[4]) : 1000;
            var (value, best) = Run(new Node(""), depth, words[2] == "max");
            Out.WriteLine("answer " + value.ToString("R", CultureInfo.InvariantCulture) + " " + (best == null ? "-" : best.Path));
            Out.Flush();
        }
    }
}
