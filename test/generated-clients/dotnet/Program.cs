// Runs the same steps with the client of each generator, and prints what it saw.
var url = Environment.GetEnvironmentVariable("BASE_URL");
var apiKey = Environment.GetEnvironmentVariable("API_KEY");
using var http = new HttpClient { BaseAddress = new Uri(url) };
http.DefaultRequestHeaders.Add("Api-Key", apiKey);
switch (args[0])
{
    case "kiota": await KiotaSteps.Run(http, url); break;
    case "nswag": await NswagSteps.Run(http, url); break;
    default: throw new ArgumentException("Name a generator.");
}

/// <summary>Every generator writes names of values in its own way.</summary>
static class Report
{
    public static void Line(string text) => Console.WriteLine(text.ToLowerInvariant());
}
